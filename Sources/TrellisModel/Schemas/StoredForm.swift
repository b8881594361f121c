import TrellisTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How values of a type are stored, as far as rules and indexes care.
enum StoredForm {
  case bool, integer, number, text
  /// Only some texts: the raw values of an enum.
  case texts([String])
  /// Something with children, or nothing that is known.
  case other

  init(of type: any FieldValue.Type) {
    switch type {
    case is Bool.Type: self = .bool
    case is Float.Type, is Double.Type, is Date.Type: self = .number
    case is ServerTime.Type: self = .integer
    case is String.Type, is Data.Type, is URL.Type, is UUID.Type, is TreeKey.Type: self = .text
    case is any FixedWidthInteger.Type: self = .integer
    case let type as any RawRepresentable.Type: self = Self.form(ofRaw: type)
    default: self = .other
    }
  }

  private static func form<Value: RawRepresentable>(ofRaw type: Value.Type) -> StoredForm {
    guard let raw = Value.RawValue.self as? any FieldValue.Type else { return .other }
    let form = StoredForm(of: raw)
    guard case .text = form, let cases = (type as? any CaseIterable.Type).map({ rawTexts(of: $0) }), !cases.isEmpty else { return form }
    return .texts(cases)
  }

  private static func rawTexts<Value: CaseIterable>(of type: Value.Type) -> [String] {
    type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
  }

  var isScalar: Bool { if case .other = self { false } else { true } }

  /// What a rule asks of such a value.
  var rule: String? {
    switch self {
    case .bool: "newData.isBoolean()"
    case .integer: "newData.isNumber() && newData.val() % 1 === 0"
    case .number: "newData.isNumber()"
    case .text: "newData.isString()"
    case .texts(let texts): texts.map { "newData.val() === \(RuleSkeleton.quoted($0))" }.joined(separator: " || ")
    case .other: nil
    }
  }
}
