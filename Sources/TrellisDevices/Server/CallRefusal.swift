import TrellisTree

/// Why a call is refused (device store §8.1).
struct CallRefusal: Error {
  let status: Int
  let code: String
  let message: String
  var field: String?
  var retryAfter: Int?

  init(_ status: Int, _ code: String, _ message: String, field: String? = nil, retryAfter: Int? = nil) {
    self.status = status
    self.code = code
    self.message = message
    self.field = field
    self.retryAfter = retryAfter
  }

  static func invalid(_ field: String, _ message: String) -> CallRefusal {
    CallRefusal(400, "invalid-argument", message, field: field)
  }

  var answer: DeviceServer.Answer {
    let error: Tree = ["code": .string(code), "message": .string(message), "field": field.map { .string($0) } ?? .null]
    return DeviceServer.Answer(status, ["error": error], retryAfter.map { ["Retry-After": "\($0)"] } ?? [:])
  }
}
