import Foundation
import TrellisDevices

/// Adds one to a value of a cache, again and again, until it is done or killed.
@main
struct CacheCounter {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let count = Int(arguments[3]) else { exit(2) }
    let cache = try FileDeviceCache(folder: arguments[1])
    for _ in 0..<count {
      try cache.update(arguments[2]) { data in
        let number = data.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        return Data("\(number + 1)".utf8)
      }
    }
  }
}
