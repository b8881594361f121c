/// The registry must not keep a disk alive, or no disk would ever unregister itself.
struct WeakDisk {
  weak var disk: FaultyDisk?
}
