/// The writer's arena or scratch memory, decided when it runs.
///
/// Code that other modules call back (`JSONHandler`) is not specialized for what it is generic over; asking which of
/// the two it is costs far less than that.
enum AnyMaker: BlockMaker {
  case arena(Writer)
  case scratch(ScratchMemory)

  @inline(__always)
  func newPage(capacity: Int, keyWords: Int, level: Int) -> Page {
    switch self {
    case .arena(let writer): writer.newPage(capacity: capacity, keyWords: keyWords, level: level)
    case .scratch(let memory): memory.newPage(capacity: capacity, keyWords: keyWords, level: level)
    }
  }

  @inline(__always)
  func newBox(_ bytes: UnsafeRawBufferPointer) -> Box {
    switch self {
    case .arena(let writer): writer.newBox(bytes)
    case .scratch(let memory): memory.newBox(bytes)
    }
  }

  /// Scratch memory goes as a whole.
  @inline(__always)
  func dispose(subtree word: Word) {
    if case .arena(let writer) = self { writer.dispose(subtree: word) }
  }

  @inline(__always)
  func dispose(block word: Word) {
    if case .arena(let writer) = self { writer.dispose(block: word) }
  }
}
