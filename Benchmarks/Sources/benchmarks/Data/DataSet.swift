import Foundation
import Trellis

/// What every benchmark works on: `/items/<push key>/{name,age,score,active}`.
struct DataSet: Sendable {
  enum Size: String {
    case small = "1k"
    case medium = "100k"
    case large = "1M"

    /// Five nodes each.
    var records: Int {
      switch self {
      case .small: 200
      case .medium: 20_000
      case .large: 200_000
      }
    }
  }

  let records: [Record]
  /// The whole as a JSON document.
  let json: [UInt8]
  /// Records in no order, of the largest set not all, so that these lists themselves stay near: their keys, the places
  /// of the records, and of the score in each under each of its names.
  let keys: Cycle<TreeKey>
  let recordPaths: Cycle<TreePath>
  let paths: Cycle<TreePath>
  let texts: Cycle<String>
  let pieces: Cycle<[String]>

  private init(_ size: Size) {
    records = Record.make(size.records)
    json = Array(#"{"items":{\#(records.map(\.json).joined(separator: ","))}}"#.utf8)
    var random = RandomNumbers(seed: 7)
    let names = records.map(\.key).shuffled(using: &random).prefix(20_000)
    keys = Cycle(names.map { TreeKey(stringLiteral: $0) })
    recordPaths = Cycle(names.map { TreePath(stringLiteral: "items/\($0)") })
    texts = Cycle(names.map { "/items/\($0)/score" })
    paths = Cycle(texts.elements.map { TreePath(stringLiteral: $0) })
    pieces = Cycle(names.map { ["items", $0, "score"] })
  }

  private static let small = DataSet(.small)
  private static let medium = DataSet(.medium)
  private static let large = DataSet(.large)

  static func of(_ size: Size) -> DataSet {
    switch size {
    case .small: small
    case .medium: medium
    case .large: large
    }
  }

  var data: Data { Data(json) }
  var nodeCount: Int { records.count * Record.nodeCount }
}
