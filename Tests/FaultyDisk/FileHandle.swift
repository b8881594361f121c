/// One open file of one connection.
///
/// It holds its disk, so that a disk lives as long as any file of it is open. `mapped` is guarded by the
/// disk's lock.
final class FileHandle {
  let id: Int64
  let disk: FaultyDisk
  let file: DiskFile
  /// Empty for a temporary file, which no directory knows.
  let name: String
  let deletesOnClose: Bool
  /// The run of the machine it was opened in; a handle of an earlier run reaches nothing any more.
  let generation: Int
  var mapped: SharedMemory?

  init(id: Int64, disk: FaultyDisk, file: DiskFile, name: String, deletesOnClose: Bool, generation: Int) {
    self.id = id
    self.disk = disk
    self.file = file
    self.name = name
    self.deletesOnClose = deletesOnClose
    self.generation = generation
  }
}
