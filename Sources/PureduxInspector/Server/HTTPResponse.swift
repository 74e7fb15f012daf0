/// An answer to a request.
struct HTTPResponse: Equatable, Sendable {
  var status = HTTPStatus.ok
  var contentType = "application/json"
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// The connection stays open, and ticks follow.
  var isStream = false

  static func json(_ text: String) -> HTTPResponse { HTTPResponse(body: Array(text.utf8)) }

  static func refusal(_ status: HTTPStatus, _ sentence: String) -> HTTPResponse {
    let body: JSON = ["error": .string(sentence)]
    return HTTPResponse(status: status, body: body.bytes + [UInt8(ascii: "\n")])
  }

  static let stream = HTTPResponse(contentType: "text/event-stream", isStream: true)

  /// The bytes on the wire. Every response forbids caching, guessing of types, framing and use by other sites.
  func bytes(keepingConnection: Bool, withoutBody: Bool) -> [UInt8] {
    var lines = [
      "HTTP/1.1 \(status.rawValue) \(status.reason)", "Content-Type: \(contentType)", "Cache-Control: no-store",
      "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY", "Referrer-Policy: no-referrer",
      "Cross-Origin-Resource-Policy: same-origin", "Cross-Origin-Opener-Policy: same-origin",
    ]
    if !isStream { lines.append("Content-Length: \(body.count)") }
    if !keepingConnection || isStream { lines.append("Connection: close") }
    lines += headers.map { "\($0.name): \($0.value)" }
    let head = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    return withoutBody ? head : head + body
  }

  static func == (left: HTTPResponse, right: HTTPResponse) -> Bool {
    left.bytes(keepingConnection: true, withoutBody: false) == right.bytes(keepingConnection: true, withoutBody: false)
  }
}
