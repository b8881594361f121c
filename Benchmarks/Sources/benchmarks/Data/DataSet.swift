import Foundation
import Trellis

/// What every benchmark works on: `/items/<push key>/{name,age,score,active}`.
struct DataSet: Sendable {
  enum Size: String {
    case small = "1k"
    case medium = "100k"
    case large = "1M"
    case huge = "10M"

    /// Five nodes each.
    var records: Int {
      switch self {
      case .small: 200
      case .medium: 20_000
      case .large: 200_000
      case .huge: 2_000_000
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
    json = Self.json(records, .plain)
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
  private static let huge = DataSet(.huge)

  static func of(_ size: Size) -> DataSet {
    switch size {
    case .small: small
    case .medium: medium
    case .large: large
    case .huge: huge
    }
  }

  /// What the strings of a document are made of.
  enum Text: String, CaseIterable {
    case plain
    case escapes
    case international = "other scripts"

    /// What follows each name, as it stands in JSON.
    fileprivate var suffix: String {
      switch self {
      case .plain: ""
      case .escapes: #" \"quoted\"\nand \u00e9"#
      case .international: " Å Wandgemälde 壁画 🎨"
      }
    }
  }

  /// The whole as a JSON document with strings of a kind.
  func json(_ text: Text) -> [UInt8] { Self.json(records, text) }

  private static func json(_ records: [Record], _ text: Text) -> [UInt8] {
    Array(#"{"items":{\#(records.map { $0.json(nameSuffix: text.suffix) }.joined(separator: ","))}}"#.utf8)
  }

  var data: Data { Data(json) }
  var nodeCount: Int { records.count * Record.nodeCount }
}
