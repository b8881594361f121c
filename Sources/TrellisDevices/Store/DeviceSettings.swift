public import TrellisTree

/// The settings of this device: local first, and kept in its record.
///
/// ```swift
/// try await store.settings.set("sound", "chime")         // at once here, also offline and before login
/// store.settings.get("sound").string                     // never waits
/// ```
/// Whoever else may write the record, a preferences page on the web, say, can change them too; see `changes`.
public struct DeviceSettings: Sendable {
  let engine: DeviceEngine

  /// Stores a setting on the device, and in the record as soon as there is one and the database can be reached. Null removes it.
  ///
  /// - Parameter value: any JSON of up to 4 KiB and 8 levels; all settings together have up to 16 KiB.
  /// - Returns: whether the database has it; else it travels later.
  /// - Throws: `invalidSettingKey`, `settingsTooLarge`; then nothing is stored.
  @discardableResult
  public func set(_ name: String, _ value: Tree) async throws -> Bool {
    try await withCheckedThrowingContinuation { waiter in
      do throws(DeviceStoreError) { try engine.set(name, value) { waiter.resume(returning: $0) } } catch { waiter.resume(throwing: error) }
    }
  }

  /// A setting; null when there is none.
  public func get(_ name: String) -> Tree { (try? TreeKey(name)).flatMap { engine.book.settings.values[$0] } ?? .null }

  /// All settings.
  public var all: [TreeKey: Tree] { engine.book.settings.values }

  /// The names of settings that somebody else has changed, each time.
  public var changes: AsyncStream<[String]> {
    AsyncStream(bufferingPolicy: .bufferingNewest(256)) { stream in
      let id = engine.withState { state in
        state.nextListener += 1
        state.settingListeners[state.nextListener] = stream
        return state.nextListener
      }
      stream.onTermination = { [weak engine] _ in engine?.withState { _ = $0.settingListeners.removeValue(forKey: id) } }
    }
  }
}
