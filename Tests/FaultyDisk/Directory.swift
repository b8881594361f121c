/// Which names lead to which files: as programs see it, and as a power cut would leave it for certain.
///
/// The entries of one folder become durable together, when the folder is synced. As SQLite's own VFS for
/// Unix does it, that happens at the first sync of a new file and at a deletion that asks for it. If only
/// the one entry became durable, a deleted rollback journal could come back beside a synced WAL, which no
/// real system lets happen.
struct Directory {
  private var live: [String: DiskFile] = [:]
  private var durable: [String: DiskFile] = [:]

  var names: [String] { live.keys.sorted() }

  subscript(name: String) -> DiskFile? { live[name] }

  mutating func create(_ name: String) -> DiskFile {
    let file = DiskFile()
    live[name] = file
    return file
  }

  mutating func remove(_ name: String) { live[name] = nil }

  /// Makes the content durable and, when the file is new under this name, its folder too.
  mutating func sync(_ file: DiskFile, named name: String) {
    file.sync()
    if live[name] === file, durable[name] !== file { syncFolder(of: name) }
  }

  mutating func syncFolder(of name: String) {
    let folder = Self.folder(of: name)
    for entry in Array(durable.keys) where Self.folder(of: entry) == folder { durable[entry] = live[entry] }
    for (entry, file) in live where Self.folder(of: entry) == folder { durable[entry] = file }
  }

  /// Puts a file there that has always been there.
  mutating func place(_ bytes: [UInt8], at name: String) {
    let file = live[name] ?? create(name)
    file.replace(with: bytes)
    durable[name] = file
  }

  /// Takes a file away as if it had never been there.
  mutating func erase(_ name: String) {
    live[name] = nil
    durable[name] = nil
  }

  func durableContent(of name: String) -> [UInt8]? { durable[name]?.durable }

  /// One directory there may be after a power cut now, all of it durable.
  func afterPowerCut(_ mode: RestartMode, using random: inout SplitMix64) -> Directory {
    var result = Directory()
    // Sorted, because the order of a dictionary differs between runs and the seed must mean the same in each.
    for name in Set(live.keys).union(durable.keys).sorted() {
      guard let file = survivor(of: name, mode, using: &random) else { continue }
      result.place(file.contentAfterPowerCut(mode, using: &random), at: name)
    }
    return result
  }

  private func survivor(of name: String, _ mode: RestartMode, using random: inout SplitMix64) -> DiskFile? {
    let old = durable[name]
    let new = live[name]
    switch mode {
    case .lostAll: return old
    case .keptAll: return new
    case .random:
      if old === new { return old }
      // Deleted and made anew: the deletion may have reached the disk without the creation.
      switch Int.random(in: 0..<3, using: &random) {
      case 0: return old
      case 1: return new
      default: return old == nil ? new : nil
      }
    }
  }

  private static func folder(of name: String) -> Substring {
    name.lastIndex(of: "/").map { name[..<$0] } ?? ""
  }
}
