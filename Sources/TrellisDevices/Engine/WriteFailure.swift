import TrellisDatabase
import TrellisTree

/// Why a write has failed, and whether it may succeed by itself later (device store §5.1).
struct WriteFailure: Error {
  let code: String
  let isTransient: Bool

  private static let transientCodes: Set<String> = [
    "disconnected", "timeout", "unavailable", "overridden-by-set", "too-many-requests", "conflict", "max-retries", "storage-failed",
    "in-use",
  ]

  init(_ error: any Error) {
    switch error {
    case let error as TrellisError: code = Self.kebab(error.code.name)
    case is CancellationError: code = "disconnected"
    default: code = "invalid"
    }
    isTransient = Self.transientCodes.contains(code)
  }

  /// Names of codes as specifications write them: `permission-denied`.
  private static func kebab(_ name: String) -> String {
    name.reduce(into: "") { text, character in
      if character.isUppercase { text += "-" + character.lowercased() } else { text.append(character) }
    }
  }
}
