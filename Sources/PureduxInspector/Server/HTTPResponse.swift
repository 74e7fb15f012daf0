/// An HTTP response.
struct HTTPResponse: Equatable, Sendable {
  var status = HTTPStatus.ok
  var contentType = "application/json"
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// Whether the connection stays open to stream ticks.
  var isStream = false

  static func json(_ text: String) -> HTTPResponse { HTTPResponse(body: Array(text.utf8)) }

  static func refusal(_ status: HTTPStatus, _ sentence: String) -> HTTPResponse {
    let body: JSON = ["error": .string(sentence)]
    return HTTPResponse(status: status, body: body.bytes + [UInt8(ascii: "\n")])
  }

  static let stream = HTTPResponse(contentType: "text/event-stream", isStream: true)

  /// Returns the encoded response. Every response forbids caching, content sniffing, framing and use by other sites.
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

/// The status codes of the server's responses.
enum HTTPStatus: Int, Sendable {
  case ok = 200
  case badRequest = 400
  case unauthorized = 401
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case conflict = 409
  case contentTooLarge = 413
  case misdirectedRequest = 421
  case headersTooLarge = 431
  case notImplemented = 501
  case serviceUnavailable = 503
  case versionNotSupported = 505

  var reason: String {
    switch self {
    case .ok: "OK"
    case .badRequest: "Bad Request"
    case .unauthorized: "Unauthorized"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .conflict: "Conflict"
    case .contentTooLarge: "Content Too Large"
    case .misdirectedRequest: "Misdirected Request"
    case .headersTooLarge: "Request Header Fields Too Large"
    case .notImplemented: "Not Implemented"
    case .serviceUnavailable: "Service Unavailable"
    case .versionNotSupported: "HTTP Version Not Supported"
    }
  }
}

/// The content provider of the inspector's server, created and called on the server's thread.
protocol ServedContent: AnyObject {
  /// The page, which contains no data and is served even to clients without the key.
  func page() -> HTTPResponse
  /// Returns the response to a request that contains the key.
  func response(to request: HTTPRequest) -> HTTPResponse
  /// Returns a line of JSON, which the server sends to open streams whenever the line changes. The line contains no
  /// events: clients request events when they are ready, so a slow client does not block the server.
  func tick() -> String
}
