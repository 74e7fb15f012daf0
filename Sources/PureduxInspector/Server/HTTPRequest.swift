/// A request that has arrived whole and is well formed. It says nothing about whether it is allowed.
struct HTTPRequest: Equatable, Sendable {
  var method: String
  /// As it was sent. It is compared with a fixed list, never decoded, and never the name of a file.
  var path: String
  var query: [String: String] = [:]
  /// By names in lowercase letters.
  var headers: [String: String] = [:]
  var body: [UInt8] = []
  var keepsConnection = true
}
