import Trellis

/// What a screen would show: who is there, and what is said.
@MainActor final class Room {
  private let members: LiveQuery<Member>
  private let messages: LiveQuery<Message>
  private var running: Task<Void, Never>?

  init(_ database: Database) {
    members = LiveQuery(Member.query(in: database))
    messages = LiveQuery(Message.last(3, in: database))
  }

  func open() {
    running = Task { [members, messages] in
      async let list: Void = members.run()
      async let lines: Void = messages.run()
      _ = await (list, lines)
    }
  }

  func close() async {
    running?.cancel()
    await running?.value
  }

  /// Prints the room once it shows so many members there with so many devices, so many messages counted, and this as the last line.
  func show(_ title: String, online: Int, devices: Int, said: Int, last: String?) async {
    while members.models.filter(\.isOnline).count != online || members.models.reduce(0, { $0 + $1.connectionCount }) != devices
      || members.models.reduce(0, { $0 + $1.messages }) != said || messages.models.last?.text != last
    { await Task.yield() }
    print(title)
    for member in members.models {
      print("  \(member.isOnline ? "*" : " ") \(member.name ?? "-"), connections: \(member.connectionCount), messages: \(member.messages)")
    }
    for message in messages.models { print("    \(message.author): \(message.text)") }
  }
}
