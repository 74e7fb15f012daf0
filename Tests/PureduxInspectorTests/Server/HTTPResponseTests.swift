import Foundation
import Testing

@testable import PureduxInspector

struct HTTPResponseTests {
  @Test func `every response forbids caching, content sniffing, framing and cross-origin use`() {
    let text = String(
      decoding: HTTPResponse.json("{}").bytes(keepingConnection: true, withoutBody: false), as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(text.hasSuffix("\r\n\r\n{}"))
    for line in [
      "Content-Length: 2", "Cache-Control: no-store", "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY",
      "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin",
    ] { #expect(text.contains("\r\n\(line)\r\n")) }
    #expect(!text.contains("Access-Control"))
  }

  @Test func `a response without a body has the length of the omitted body`() {
    let response = HTTPResponse(status: .notFound, body: Array("abc".utf8))
    let text = String(decoding: response.bytes(keepingConnection: false, withoutBody: true), as: UTF8.self)
    #expect(text.contains("Content-Length: 3\r\n"))
    #expect(text.contains("Connection: close\r\n"))
    #expect(text.hasSuffix("\r\n\r\n"))
  }

  @Test func `a refusal is valid JSON, whatever its message contains`() throws {
    let sentence = "the action \"C:\\a\" can't be read:\n<b>\u{1B}[31m"
    let body = HTTPResponse.refusal(.conflict, sentence).body
    #expect(try JSONDecoder().decode([String: String].self, from: Data(body)) == ["error": sentence])
  }

  @Test func `escapes are decoded, and rejected if the result is not valid text`() {
    #expect(PercentEncoding.decode("a%2Fb+c%C3%A9") == "a/b cé")
    #expect(PercentEncoding.decode("%") == nil)
    #expect(PercentEncoding.decode("%2") == nil)
    #expect(PercentEncoding.decode("%C3") == nil)
    #expect(PercentEncoding.decode("%+1") == nil)
  }
}
