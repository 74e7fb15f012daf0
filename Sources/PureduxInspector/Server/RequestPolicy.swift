/// Decides which requests the server accepts.
///
/// A page from another site can make a browser send requests to the server's address. The policy refuses a request
/// whose `Host`, `Origin` or `Sec-Fetch-Site` header reveals another site. A cross-site request also cannot contain the
/// key: browsers let a page set the `Authorization` header of such a request only with the server's permission.
struct RequestPolicy: Sendable {
  enum Decision: Equatable {
    case page
    case stream
    case content
    case refused(HTTPResponse)
  }

  let port: UInt16
  let key: AccessKey

  func decide(_ request: HTTPRequest) -> Decision {
    var hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    // Clients omit HTTP's default port from the `Host` header.
    if port == 80 { hosts += ["127.0.0.1", "localhost"] }
    guard let host = request.headers["host"], hosts.contains(host) else {
      return .refused(.refusal(.misdirectedRequest, "this server has another name"))
    }
    if let origin = request.headers["origin"], origin != "http://\(host)" {
      return .refused(.refusal(.forbidden, "the request comes from another origin"))
    }
    if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none" {
      return .refused(.refusal(.forbidden, "the request comes from another site"))
    }
    guard ["GET", "HEAD", "POST"].contains(request.method) else {
      return .refused(.refusal(.methodNotAllowed, "use GET or POST"))
    }
    if request.path == "/" {
      return request.method == "POST" ? .refused(.refusal(.methodNotAllowed, "use GET")) : .page
    }
    guard request.path.hasPrefix("/api/") else { return .refused(.refusal(.notFound, "there is no such path")) }
    let scheme = "Bearer "
    guard let authorization = request.headers["authorization"], authorization.hasPrefix(scheme),
      key.matches(authorization.dropFirst(scheme.count))
    else { return .refused(.refusal(.unauthorized, "send the key: Authorization: Bearer KEY")) }
    return request.path == "/api/live" && request.method == "GET" ? .stream : .content
  }

  /// Returns the error response to a refused request, or nil if the request is accepted.
  func refusal(of request: HTTPRequest) -> HTTPResponse? {
    if case .refused(let response) = decide(request) { response } else { nil }
  }
}

/// A secret key. Clients without the key receive no data about the program.
struct AccessKey: Sendable {
  static let shortest = 16

  let text: String

  /// Creates a custom key. Returns nil if `text` is too short, or contains characters other than ASCII letters, digits,
  /// `-` and `_`.
  init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard text.utf8.count >= Self.shortest, isPlain else { return nil }
    self.text = text
  }

  /// Creates a random 128-bit key, written as 32 hexadecimal digits.
  ///
  /// The digits come from the system's random number generator.
  init() {
    var random = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef")
    text = String((0..<32).map { _ in digits[Int.random(in: 0..<16, using: &random)] })
  }

  /// Compares the keys in constant time, so that a key cannot be guessed character by character. The duration of the
  /// comparison depends only on the lengths of the keys.
  func matches(_ other: some StringProtocol) -> Bool {
    let (ours, theirs) = (Array(text.utf8), Array(other.utf8))
    guard ours.count == theirs.count else { return false }
    return zip(ours, theirs).reduce(0) { differing, digits in differing | (digits.0 ^ digits.1) } == 0
  }
}

/// The percent encoding of URL queries, in which `%2F` represents a slash and `+` represents a space.
enum PercentEncoding {
  /// Decodes percent-encoded text. Returns nil if an escape is invalid, or if the decoded bytes are not valid UTF-8.
  static func decode(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    let decoded = String(decoding: bytes, as: UTF8.self)
    return decoded.utf8.elementsEqual(bytes) ? decoded : nil
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
