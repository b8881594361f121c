/// Why packed bytes cannot be read: they are damaged, or a later version of Trellis has written them.
package struct PackedProblem: Error, Sendable, CustomStringConvertible {
  package enum Reason: Sendable, Equatable {
    case damaged
    case newerVersion(UInt8)
  }

  package let reason: Reason
  package let description: String

  package init(_ description: String) {
    reason = .damaged
    self.description = description
  }

  package init(newerVersion version: UInt8) {
    reason = .newerVersion(version)
    description = "it is packed in version \(version), this Trellis reads up to \(Packed.version); update Trellis"
  }
}

/// Numbers of the packed format; `Docs/design/0014` describes it as a whole.
package enum Packed {
  /// The first byte behind each checksum.
  package static var version: UInt8 { 1 }
  /// Nodes nest less deep (data model §2.2); what is deeper is damaged, and must not exhaust the stack.
  package static var deepest: Int { 64 }

  /// What the first byte of a node says.
  package enum Tag {
    @inlinable package static var null: UInt8 { 0 }
    @inlinable package static var `false`: UInt8 { 1 }
    @inlinable package static var `true`: UInt8 { 2 }
    @inlinable package static var integer: UInt8 { 3 }
    @inlinable package static var double: UInt8 { 4 }
    @inlinable package static var string: UInt8 { 5 }
    @inlinable package static var branch: UInt8 { 6 }
    @inlinable package static var priority: UInt8 { 7 }
    /// From here on: strings of 0 to 63 bytes.
    @inlinable package static var shortString: UInt8 { 0x40 }
    /// From here on: integers from 0 to 127.
    @inlinable package static var shortInteger: UInt8 { 0x80 }
  }
}
