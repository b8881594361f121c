// What Trellis does, told on one mural and its two artists, then measured on a city of murals.
import Foundation
import Trellis

do {
  let options = try Options(CommandLine.arguments.dropFirst())
  if options.wantsHelp {
    print(Options.help)
  } else if let path = options.file {
    try await Keeping(path: path, output: Output(isStable: options.isStable)).visit()
  } else {
    let output = Output(isStable: options.isStable)
    Database.setDefault(try .murals())
    try await Story(output: output).tell()
    try await City(size: options.citySize, output: output).visit()
  }
} catch {
  FileHandle.standardError.write(Data("murals: \(error)\n".utf8))
  exit(1)
}
