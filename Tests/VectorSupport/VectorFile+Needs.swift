package import Testing

extension Trait where Self == ConditionTrait {
  /// Skips, visibly, when a vector file is absent.
  package static func needs(_ file: VectorFile) -> Self { .enabled(if: file.isPresent, Comment(rawValue: file.absence)) }
}
