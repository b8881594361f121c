import TestSupport
import Testing
import Trellis

/// Writes a value with a model, and looks at what is stored and at what a model reads.
func expectRoundTrip<Value: FieldValue & Equatable>(
  _ value: Value, storedAs json: String, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let inserted = try await Holder<Value>.insert { $0.value = value }
  #expect(inserted.value == value, "after inserting", sourceLocation: sourceLocation)
  #expect(try await Database.current.json(inserted.snapshot.path.appending("value")) == json, sourceLocation: sourceLocation)

  let found = try #require(try await Holder<Value>.find(inserted.key), sourceLocation: sourceLocation)
  #expect(found.value == value, "after reading", sourceLocation: sourceLocation)
  let again = Holder<Value>()
  again.value = value
  #expect(again.value == value, "while pending", sourceLocation: sourceLocation)
}

/// Fetching a row whose field holds this must fail, naming the field; the same in a list.
func expectUnreadable<Value: FieldValue>(
  _ type: Value.Type, _ stored: Tree..., sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  for tree in stored {
    try await Database.current.set("holders", ["bad": ["value": tree]])
    await expectError(.typeMismatch, at: "holders/bad/value", sourceLocation: sourceLocation) { try await Holder<Value>.find("bad") }
    await expectError(.typeMismatch, at: "holders/bad/value", sourceLocation: sourceLocation) { try await Holder<Value>.all() }
  }
}

/// What stands there reads as this value.
func expectReads<Value: FieldValue & Equatable>(
  _ stored: Tree, as value: Value?, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  try await Database.current.set("holders/row", ["value": stored, "other": 1])
  let row = try #require(try await Holder<Value>.find("row"), sourceLocation: sourceLocation)
  #expect(row.value == value, sourceLocation: sourceLocation)
}

/// A value that nothing can be stored for: an error when it is saved, and pending still.
func expectUnstorable<Value: FieldValue>(_ value: Value, sourceLocation: SourceLocation = #_sourceLocation) async throws {
  try await Database.current.set("holders/row", ["other": 1])
  let row = try #require(try await Holder<Value>.find("row"), sourceLocation: sourceLocation)
  row.value = value
  await expectError(.invalid, at: "holders/row/value", sourceLocation: sourceLocation) { try await row.save() }
  #expect(row.hasChanges, sourceLocation: sourceLocation)
  #expect(try await Database.current.json("holders/row") == #"{"other":1}"#, sourceLocation: sourceLocation)
}
