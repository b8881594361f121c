public import TrellisDatabase

extension Claim {
  /// Reads a JSON object, as tokens are: comments and trailing commas are allowed.
  ///
  /// - Throws: `RulesError` with line and column.
  public init(json text: String) throws(RulesError) {
    let source = SourceText(text)
    var reader = RelaxedJSONReader(source.units)
    do throws(SourceProblem) { self.init(try reader.document()) } catch { throw RulesError(problems: [source.problem(error)]) }
  }

  init(_ json: RelaxedJSON) {
    switch json.content {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let number): self = Int64(exactly: number).map { .int($0) } ?? .double(number)
    case .string(let text): self = .string(text.string)
    case .array(let elements): self = .list(elements.map { Claim($0) })
    case .object(let members): self = .object(members.map { Member($0.key.string, Claim($0.value)) })
    }
  }
}
