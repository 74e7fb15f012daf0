/// A complete and well-formed HTTP request, which may still be refused.
struct HTTPRequest: Equatable, Sendable {
  var method: String
  /// The request path in its original, undecoded form. The path is only compared with a fixed list, and never used as a
  /// file name.
  var path: String
  var query: [String: String] = [:]
  /// The headers, keyed by lowercase name.
  var headers: [String: String] = [:]
  var body: [UInt8] = []
  var keepsConnection = true
}

/// Parses HTTP/1.x requests from bytes that arrive in chunks.
///
/// The parser supports the subset of HTTP that browsers and `curl` use for a single page, and rejects everything else.
/// In particular, it rejects ambiguous input: bare line feeds, folded headers, repeated headers, and body lengths other
/// than a decimal `Content-Length`.
struct HTTPRequestParser {
  enum Outcome: Equatable {
    case incomplete
    case refused(HTTPResponse)
    case request(HTTPRequest)
  }

  private let limits: ServerLimits
  private var bytes: [UInt8] = []
  /// The index at which the search for the end of the headers resumes, so that no byte is scanned twice.
  private var searched = 0
  /// The parsed head of a request whose body has not fully arrived. Storing the head ensures that it is parsed only
  /// once, however slowly the body arrives.
  private var pending: (request: HTTPRequest, headEnd: Int, length: Int)?

  init(limits: ServerLimits) { self.limits = limits }

  var isEmpty: Bool { bytes.isEmpty }
  /// The number of bytes that can still be appended before the server must respond.
  var room: Int { max(0, limits.headBytes + limits.bodyBytes + 1 - bytes.count) }

  mutating func append(_ new: some Sequence<UInt8>) { bytes.append(contentsOf: new) }

  mutating func removeAll() {
    bytes = []
    searched = 0
    pending = nil
  }

  /// Removes and returns the first complete request in the buffer.
  ///
  /// - Parameter refusal: A closure that may refuse a request whose body has not fully arrived. The closure is called
  ///   at most once per request.
  mutating func next(refusing refusal: (HTTPRequest) -> HTTPResponse? = { _ in nil }) -> Outcome {
    if let pending { return take(pending.request, headEnd: pending.headEnd, length: pending.length) }
    guard let headEnd = findHeadEnd() else {
      return bytes.count >= limits.headBytes
        ? .refused(.refusal(.headersTooLarge, "the headers are too long")) : .incomplete
    }
    guard headEnd <= limits.headBytes else { return .refused(.refusal(.headersTooLarge, "the headers are too long")) }
    do {
      let request = try Self.head(bytes[..<headEnd])
      let length = try bodyLength(request)
      let outcome = take(request, headEnd: headEnd, length: length)
      if outcome == .incomplete, let response = refusal(request) { return .refused(response) }
      return outcome
    } catch {
      return .refused(error.response)
    }
  }

  private mutating func take(_ request: HTTPRequest, headEnd: Int, length: Int) -> Outcome {
    guard bytes.count >= headEnd + length else {
      pending = (request, headEnd, length)
      return .incomplete
    }
    var request = request
    request.body = Array(bytes[headEnd..<headEnd + length])
    bytes.removeFirst(headEnd + length)
    (searched, pending) = (0, nil)
    return .request(request)
  }

  private mutating func findHeadEnd() -> Int? {
    let end = Array("\r\n\r\n".utf8)
    var index = searched
    while index + end.count <= bytes.count {
      if bytes[index] == end[0], bytes[index + 1] == end[1], bytes[index + 2] == end[2], bytes[index + 3] == end[3] {
        searched = index
        return index + end.count
      }
      index += 1
    }
    searched = index
    return nil
  }

  private func bodyLength(_ request: HTTPRequest) throws(Refusal) -> Int {
    guard request.headers["transfer-encoding"] == nil else {
      throw Refusal(.notImplemented, "send a body with its Content-Length")
    }
    guard let text = request.headers["content-length"] else { return 0 }
    guard !text.isEmpty, text.utf8.count < 10, text.utf8.allSatisfy({ (48...57).contains($0) }), let length = Int(text)
    else {
      throw Refusal(.badRequest, "the Content-Length is not a number")
    }
    guard length <= limits.bodyBytes else { throw Refusal(.contentTooLarge, "the body is too long") }
    return length
  }
}

extension HTTPRequestParser {
  private struct Refusal: Error {
    let response: HTTPResponse
    init(_ status: HTTPStatus, _ sentence: String) { response = .refusal(status, sentence) }
  }

  private static func head(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> HTTPRequest {
    try checkBytes(bytes)
    let text = String(decoding: bytes.dropLast(4), as: UTF8.self)
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[1].hasPrefix("/"), !words[0].isEmpty else {
      throw Refusal(.badRequest, "the request line is malformed")
    }
    guard ["HTTP/1.1", "HTTP/1.0"].contains(words[2]) else { throw Refusal(.versionNotSupported, "use HTTP/1.1") }
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var request = HTTPRequest(method: String(words[0]), path: String(target[0]))
    if target.count > 1 { request.query = try query(target[1]) }
    request.headers = try headers(lines.dropFirst())
    let connection = request.headers["connection"]?.lowercased()
    request.keepsConnection = words[2] == "HTTP/1.1" && connection != "close"
    return request
  }

  /// Accepts only printable ASCII characters and CRLF line endings, because other bytes are ambiguous.
  private static func checkBytes(_ bytes: ArraySlice<UInt8>) throws(Refusal) {
    var previous: UInt8 = 0
    for byte in bytes {
      let isLineEnd = previous == 13
      guard isLineEnd ? byte == 10 : byte == 13 || (32..<127).contains(byte) else {
        throw Refusal(.badRequest, "the headers contain invalid bytes")
      }
      previous = byte
    }
  }

  private static func headers(_ lines: ArraySlice<Substring>) throws(Refusal) -> [String: String] {
    var headers: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains(" ") else {
        throw Refusal(.badRequest, "a header is malformed")
      }
      let name = parts[0].lowercased()
      // The policy check and the request handler could interpret a repeated header differently.
      guard headers[name] == nil else { throw Refusal(.badRequest, "a header is repeated") }
      headers[name] = String(parts[1].drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return headers
  }

  private static func query(_ text: Substring) throws(Refusal) -> [String: String] {
    var query: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentEncoding.decode(parts[0]),
        let value = PercentEncoding.decode(parts.count > 1 ? parts[1] : "")
      else { throw Refusal(.badRequest, "the query contains an invalid escape") }
      query[name] = value
    }
    return query
  }
}
