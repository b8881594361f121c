/// Names one version of one arena.
package struct Version: Hashable, Sendable {
  package let number: UInt64
  let index: VersionList.Index

  package static func == (a: Version, b: Version) -> Bool { a.number == b.number }
  package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Writer {
  func version(_ index: VersionList.Index) -> Version {
    Version(number: state.pointee.versions[index].pointee.epoch, index: index)
  }
}
