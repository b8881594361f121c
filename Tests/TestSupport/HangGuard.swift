package import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that waits for what never comes. It says nothing about speed: all tests start together and share the
  /// machine's cores, so a small one may well take as long as the whole run, and the limit is several times that.
  package static var hangGuard: Self { .timeLimit(.minutes(20)) }
}
