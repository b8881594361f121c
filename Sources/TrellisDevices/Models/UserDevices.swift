public import TrellisDatabase
public import TrellisModel
public import TrellisTree

/// The devices of one user.
///
/// ```swift
/// let ann = try await UserDevices.from(key: "ann")
/// for device in ann.devices { print(device.name ?? "-", device.type ?? .other) }
/// ```
/// Subclass it to have devices of a class of yours, or another collection:
///
/// ```swift
/// class Members: UserDevices {
///   override class var collection: TreePath { "members" }
///   @Children("devices") var appDevices: [AppDevice]
/// }
/// ```
open class UserDevices: Model, Queryable, PropertyWritable {
  /// Where the users' devices are.
  open class var collection: TreePath { "user-devices" }

  @Field("userId") public private(set) var userId: String?
  @Children("devices") private var stored: [Device]

  /// The devices, those seen last first; of those seen at the same time, in key order. A list, which the first version wrote, is
  /// read like a map.
  public var devices: [Device] {
    stored.sorted { a, b in
      let (a, b) = (a.lastSeenAt?.milliseconds ?? .min, b.lastSeenAt?.milliseconds ?? .min)
      return a > b
    }
  }

  /// The device with an id; nil when there is none.
  public func device(id: String) -> Device? {
    stored.first { $0.deviceId?.utf8.elementsEqual(id.utf8) ?? $0.key.text.utf8.elementsEqual(id.utf8) }
  }

  /// The devices of a user; of one who has none, a model without any.
  ///
  /// - Parameter collection: where users are, when that is not the class's `collection`.
  /// - Throws: what `Database.get` throws.
  public static func from(
    key: TreeKey, in database: Database = .current, at collection: TreePath? = nil
  ) async throws -> sending Self {
    let path = (collection ?? self.collection).appending(key)
    let node = try await database.get(path)
    return Self(snapshot: Snapshot(database: database, path: path, node: node))
  }
}
