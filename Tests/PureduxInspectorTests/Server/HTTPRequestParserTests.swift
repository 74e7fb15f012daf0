import Testing

@testable import PureduxInspector

struct HTTPRequestParserTests {
  private func parse(_ bytes: [UInt8]) -> HTTPRequestParser.Outcome {
    var parser = HTTPRequestParser(limits: ServerLimits())
    parser.append(bytes)
    return parser.next()
  }

  private func parse(_ text: String) -> HTTPRequestParser.Outcome { parse(Array(text.utf8)) }

  private func status(_ outcome: HTTPRequestParser.Outcome) -> HTTPStatus? {
    if case .refused(let response) = outcome { response.status } else { nil }
  }

  @Test func `a request is read whole, with its query and its body`() {
    let outcome = parse("POST /api/jump?event=12&path=a%2Fb+c HTTP/1.1\r\nHost: here\r\nContent-Length: 3\r\n\r\nabc")
    var expected = HTTPRequest(method: "POST", path: "/api/jump", query: ["event": "12", "path": "a/b c"])
    expected.headers = ["host": "here", "content-length": "3"]
    expected.body = Array("abc".utf8)
    #expect(outcome == .request(expected))
  }

  @Test func `a request may arrive byte by byte`() {
    var parser = HTTPRequestParser(limits: ServerLimits())
    let bytes = Array("GET / HTTP/1.1\r\nHost: here\r\n\r\n".utf8)
    for byte in bytes.dropLast() {
      parser.append([byte])
      #expect(parser.next() == .incomplete)
    }
    parser.append([bytes[bytes.count - 1]])
    #expect(parser.next() == .request(HTTPRequest(method: "GET", path: "/", headers: ["host": "here"])))
    #expect(parser.isEmpty)
  }

  @Test func `a head is parsed once, however slowly its body arrives`() {
    var parser = HTTPRequestParser(limits: ServerLimits())
    var asked = 0
    parser.append("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n".utf8)
    for byte in "abc".utf8 {
      let outcome = parser.next { _ in
        asked += 1
        return nil
      }
      #expect(outcome == .incomplete)
      parser.append([byte])
    }
    guard case .request(let request) = parser.next() else { return _ = #expect(Bool(false)) }
    #expect(request.body == Array("abc".utf8) && parser.isEmpty && asked == 1)
  }

  @Test func `pipelined requests are parsed one by one`() {
    var parser = HTTPRequestParser(limits: ServerLimits())
    parser.append("GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.0\r\n\r\nGET".utf8)
    #expect(parser.next() == .request(HTTPRequest(method: "GET", path: "/a")))
    #expect(parser.next() == .request(HTTPRequest(method: "GET", path: "/b", keepsConnection: false)))
    #expect(parser.next() == .incomplete)
    #expect(!parser.isEmpty)
  }

  @Test func `the client decides when the connection closes`() {
    let expected = HTTPRequest(method: "GET", path: "/", headers: ["connection": "Close"], keepsConnection: false)
    #expect(parse("GET / HTTP/1.1\r\nConnection: Close\r\n\r\n") == .request(expected))
  }

  @Test func `a path is not decoded`() {
    #expect(parse("GET /%2e%2e/x HTTP/1.1\r\n\r\n") == .request(HTTPRequest(method: "GET", path: "/%2e%2e/x")))
  }

  private static let misleading: [String: String] = [
    "bare line feeds": "GET / HTTP/1.1\nHost: here\n\r\n\r\n",
    "a bare carriage return": "GET / HTTP/1.1\r\nX: a\rb\r\n\r\n",
    "a NUL in a header": "GET / HTTP/1.1\r\nX: a\0b\r\n\r\n",
    "a byte above ASCII": "GET /é HTTP/1.1\r\n\r\n",
    "a folded header": "GET / HTTP/1.1\r\nX: a\r\n folded: b\r\n\r\n",
    "a header without a colon": "GET / HTTP/1.1\r\nX\r\n\r\n",
    "a space before the colon": "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
    "two hosts": "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n",
    "two keys": "GET / HTTP/1.1\r\nAuthorization: a\r\nAuthorization: a\r\n\r\n",
    "two lengths": "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "an absolute address": "GET http://elsewhere/ HTTP/1.1\r\n\r\n",
    "the preface of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "an empty line": "\r\n\r\n",
    "too many words": "GET / x HTTP/1.1\r\n\r\n",
    "a negative length": "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    "a length with a sign": "POST / HTTP/1.1\r\nContent-Length: +5\r\n\r\nabcde",
    "an empty length": "POST / HTTP/1.1\r\nContent-Length:\r\n\r\n",
    "a length of 10 GB": "POST / HTTP/1.1\r\nContent-Length: 10000000000\r\n\r\n",
    "an escape that is no number": "GET /?path=%zz HTTP/1.1\r\n\r\n",
    "an escape that is cut off": "GET /?path=%4 HTTP/1.1\r\n\r\n",
    "an escape that is no text": "GET /?path=%ff HTTP/1.1\r\n\r\n",
  ]

  @Test(arguments: misleading.keys.sorted())
  func `an ambiguous request is rejected`(name: String) throws {
    #expect(status(parse(try #require(Self.misleading[name]))) == .badRequest)
  }

  @Test func `bytes that are not text are rejected`() {
    let end = Array("\r\n\r\n".utf8)
    let helloOfTLS: [UInt8] = [22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]
    #expect(status(parse(helloOfTLS + end)) == .badRequest)
    #expect(status(parse((0...255).map { UInt8($0) } + end)) == .badRequest)
  }

  @Test(arguments: [
    ("GET / HTTP/3.9\r\n\r\n", HTTPStatus.versionNotSupported),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .notImplemented),
    ("POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .notImplemented),
    ("POST / HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n", .contentTooLarge),
  ])
  func `requests that the page does not need are rejected with the right status`(text: String, status: HTTPStatus) {
    #expect(self.status(parse(text)) == status)
  }

  @Test func `long headers are rejected, whether or not they are complete`() {
    let long = "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 16 << 10)
    #expect(parse(long) == .refused(.refusal(.headersTooLarge, "the headers are too long")))
    #expect(parse(long + "\r\n\r\n") == .refused(.refusal(.headersTooLarge, "the headers are too long")))
    let many = "GET / HTTP/1.1\r\n" + (0..<5000).map { "X\($0): y\r\n" }.joined() + "\r\n"
    #expect(parse(many) == .refused(.refusal(.headersTooLarge, "the headers are too long")))
  }
}
