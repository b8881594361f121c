/// How long a benchmark is run: rounds of a sample of ours and one of the peer's, in turn, behind one round that is not
/// counted. Whatever else the machine does meanwhile then meets both alike.
struct Rounds {
  let count: Int
  let sample: Duration

  static let thorough = Rounds(count: 7, sample: .milliseconds(60))
  static let quick = Rounds(count: 5, sample: .milliseconds(10))
}
