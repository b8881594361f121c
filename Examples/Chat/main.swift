// A room with three people, one of whom has two devices. Who is there is right at every moment, whatever their networks do.
import Trellis

let database = Database.inMemory()
let room = Room(database)
room.open()

let ana = try await Participant.enter("ana", "Ana", database)
let bob = try await Participant.enter("bob", "Bob", database)
await room.show("Ana and Bob have entered.", online: 2, devices: 2, said: 0, last: nil)

try await ana.say("Is anybody here?")
try await bob.say("I am.")
let tablet = try await Participant.enter("ana", "Ana", database)
await room.show("They talk, and Ana takes her tablet too.", online: 2, devices: 3, said: 2, last: "I am.")

try await ana.loseNetwork()
try await tablet.say("My phone has lost its network.")
await room.show(
  "Her phone goes, the tablet stays: she is still there.", online: 2, devices: 2, said: 3, last: "My phone has lost its network.")

try await tablet.leave()
await room.show("Now she is gone.", online: 1, devices: 1, said: 3, last: "My phone has lost its network.")

try await ana.comeBack()
try await ana.say("Here I am again.")
await room.show("And back. Only the last three lines are shown.", online: 2, devices: 2, said: 4, last: "Here I am again.")

try await ana.leave()
try await bob.leave()
await room.show("All have left.", online: 0, devices: 0, said: 4, last: "Here I am again.")
await room.close()
