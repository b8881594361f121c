// Two people and three devices: what their stores keep in the tree, step by step.
import Trellis
import TrellisDevices

let house = try House()
let phone = try Household("phone", "Ann's phone", .iOS, token: "token-1", in: house)
let tablet = try Household("tablet", "Ann's tablet", .iPadOS, token: "token-2", in: house)
let laptop = try Household("laptop", "Bob's laptop", .linux, token: nil, in: house)

phone.signIn("ann")
try await phone.store.subscribe()
try await house.show("Ann signs in on her phone: one record, and the index says that the token is hers.", ["token-1": "ann/phone"])

tablet.signIn("ann")
try await tablet.store.subscribe()
laptop.signIn("bob")
try await laptop.store.subscribe()
try await house.show(
  "Ann takes her tablet too, and Bob his laptop, which has no token.", ["token-1": "ann/phone", "token-2": "ann/tablet"], bob: ["laptop"])

phone.rotate("token-3")
try await house.show(
  "The push service gives her phone another token. The old one is nobody's.", ["token-3": "ann/phone", "token-2": "ann/tablet"],
  bob: ["laptop"])

try await phone.store.settings.set("sound", "chime")
try await phone.loseNetwork()
phone.rotate("token-4")
phone.rotate("token-5")
try await phone.store.settings.set("badge", false)
try await house.show(
  "Her phone has lost its network. It gets two more tokens, and she changes a setting: nothing is written.",
  ["token-3": "ann/phone", "token-2": "ann/tablet"], bob: ["laptop"])

phone.findNetwork()
try await house.show(
  "It is back, and writes what it has come to.", ["token-5": "ann/phone", "token-2": "ann/tablet"], bob: ["laptop"], settings: 2)

try await phone.store.signOut()
phone.auth.signOut()
try await house.show("Ann signs out on her phone. Her tablet stays.", ["token-2": "ann/tablet"], bob: ["laptop"])

phone.signIn("bob")
try await house.show(
  "Bob signs in on her phone: the same device and token, another user. Settings are the device's.",
  ["token-5": "bob/phone", "token-2": "ann/tablet"], bob: ["laptop", "phone"])

phone.auth.signOut(.sessionExpired)
phone.signIn("ann")
try await house.show(
  "His session expires, and Ann signs in again. The token is hers, and his record goes.",
  ["token-5": "ann/phone", "token-2": "ann/tablet"], bob: ["laptop"])

try await phone.store.removeDevice(id: tablet.store.deviceID)
try await house.show(
  "From her phone Ann signs her tablet out. It does not come back by itself.", ["token-5": "ann/phone"], bob: ["laptop"])
