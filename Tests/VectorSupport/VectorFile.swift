#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file of conformance vectors: inputs and the results that the database gives for them.
///
/// Files are looked for in the folder that the environment variable `TRELLIS_VECTORS` names, else in `Tests/Vectors`.
package struct VectorFile: Sendable {
  package let name: String

  /// `name` is without `.json`.
  package init(_ name: String) { self.name = name }

  package static var folder: String {
    if let folder = ProcessInfo.processInfo.environment["TRELLIS_VECTORS"], !folder.isEmpty { return folder }
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return tests.appending(path: "Vectors").path(percentEncoded: false)
  }

  package var path: String { URL(filePath: Self.folder).appending(path: name + ".json").path(percentEncoded: false) }
  package var isPresent: Bool { FileManager.default.isReadableFile(atPath: path) }

  /// Why tests of this file are skipped, when they are.
  package var absence: String { "there is no \(name).json in \(Self.folder)" }

  package func read() throws -> RawJSON { try RawJSON(Array(Data(contentsOf: URL(filePath: path)))) }

  /// The elements of the array that the members of these names, one in the other, lead to. None when the file, the section or its
  /// form is missing: a test of the file as a whole reports that.
  package func cases(_ section: String...) -> [VectorCase] {
    guard let json = try? section.reduce(Optional(read()), { $0?[$1] }) else { return [] }
    let title = section.joined(separator: ".")
    return json.elements.enumerated().map { VectorCase(section: title, index: $0, json: $1) }
  }
}

/// One case of a section, named so that a failure can be found in the file.
package struct VectorCase: Sendable, CustomStringConvertible {
  package let section: String
  package let index: Int
  package let json: RawJSON

  package init(section: String, index: Int, json: RawJSON) {
    self.section = section
    self.index = index
    self.json = json
  }

  /// Section, index, and the case's name or else the beginning of its text.
  package var description: String {
    let text = json["name"]?.string ?? json.description
    return "\(section)[\(index)] \(text.count <= 100 ? text : text.prefix(100) + "…")"
  }

  package subscript(key: String) -> RawJSON { json[key] ?? .null }
  package func has(_ key: String) -> Bool { json.has(key) }

  /// A member that must be text.
  package func text(_ key: String) throws -> String {
    guard let text = self[key].string else { throw MalformedVector(description: "\(self): `\(key)` is no text") }
    return text
  }

  /// A member that must be a flag.
  package func flag(_ key: String) throws -> Bool {
    guard let flag = self[key].bool else { throw MalformedVector(description: "\(self): `\(key)` is no flag") }
    return flag
  }

  /// A member that must be a whole number.
  package func int(_ key: String) throws -> Int {
    guard let int = self[key].int else { throw MalformedVector(description: "\(self): `\(key)` is no whole number") }
    return int
  }
}

/// A vector that does not have the form that the test expects.
package struct MalformedVector: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}
