/// Elements that start over when they are through.
struct Cycle<Element> {
  let elements: [Element]

  init(_ elements: [Element]) { self.elements = elements }

  subscript(position: Int) -> Element { elements[position % elements.count] }
}

extension Cycle: Sendable where Element: Sendable {}
