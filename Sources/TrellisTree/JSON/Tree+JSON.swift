#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Tree {
  /// Reads a tree from JSON text (data model §1.1): `.priority`, `.value` and `.sv` mean what they mean in writes.
  ///
  /// ```swift
  /// let mural = try Tree(json: #"{"name": "Great", "images": [{"location": "/murals/m1.jpg"}]}"#)
  /// ```
  /// A number without fraction and exponent is an integer when it fits in 64 bits, else a double.
  ///
  /// - Throws: `JSONError` with line, column and path.
  public init(json text: String, options: JSONOptions = JSONOptions()) throws(JSONError) {
    try self.init(jsonBytes: Array(text.utf8), options: options)
  }

  /// Reads a tree from JSON in UTF-8.
  ///
  /// - Throws: `JSONError` with line, column and path.
  public init(json data: Data, options: JSONOptions = JSONOptions()) throws(JSONError) {
    try self.init(jsonBytes: Array(data), options: options)
  }

  package init(jsonBytes bytes: [UInt8], options: JSONOptions = JSONOptions()) throws(JSONError) {
    var builder = TreeBuilder(options)
    try builder.read(bytes, maximumDepth: options.maximumDepth)
    self = builder.result
  }

  /// The tree as JSON text on one line, children in key order. Server values are written as placeholders.
  public func json(_ form: JSONForm = .plain) -> String {
    var writer = JSONWriter()
    writer.append(self, form)
    return writer.text
  }
}

extension Tree: CustomStringConvertible {
  /// The tree as JSON text in export form.
  public var description: String { json(.export) }
}
