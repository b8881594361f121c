import Foundation

/// What the command line asks for.
struct Options {
  static let help = """
    Shows what Trellis does, then times it on a generated city of murals. With a file: shows the murals in it, which stay.

    USAGE: murals [--stable] [--city N]
           murals [--stable] --file PATH

      --stable   print placeholders for times and random keys, so that each run prints the same
      --city N   how many murals the city has, at least \(smallestCity); \(usualCity) by default
      --file P   keep the murals in this file, which is made when it is not there
      --help     print this
    """

  var isStable = false
  var citySize = usualCity
  var file: String?
  var wantsHelp = false

  private static let smallestCity = 1000
  private static let usualCity = 20_000

  struct Invalid: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: some Sequence<String>) throws {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--stable": isStable = true
      case "--help", "-h": wantsHelp = true
      case "--file":
        guard let path = rest.next(), !path.isEmpty else {
          throw Invalid(description: "--file takes the path of a file, such as murals.db")
        }
        file = path
      case "--city":
        guard let size = rest.next().flatMap({ Int($0) }), size >= Self.smallestCity else {
          throw Invalid(description: "--city takes a number of at least \(Self.smallestCity)")
        }
        citySize = size
      default: throw Invalid(description: "there is no option \(argument); see --help")
      }
    }
  }
}
