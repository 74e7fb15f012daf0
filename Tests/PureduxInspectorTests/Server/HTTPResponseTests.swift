import Foundation
import Testing

@testable import PureduxInspector

struct HTTPResponseTests {
  @Test func `every response forbids caching, guessing, framing and use by others`() {
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

  @Test func `a head has the length of the body that it leaves out`() {
    let response = HTTPResponse(status: .notFound, body: Array("abc".utf8))
    let text = String(decoding: response.bytes(keepingConnection: false, withoutBody: true), as: UTF8.self)
    #expect(text.contains("Content-Length: 3\r\n"))
    #expect(text.contains("Connection: close\r\n"))
    #expect(text.hasSuffix("\r\n\r\n"))
  }

  @Test func `a refusal is JSON, whatever its sentence holds`() throws {
    let sentence = "the action \"C:\\a\" can't be read:\n<b>\u{1B}[31m"
    let body = HTTPResponse.refusal(.conflict, sentence).body
    #expect(try JSONDecoder().decode([String: String].self, from: Data(body)) == ["error": sentence])
  }

  @Test func `escapes are decoded, and refused where they are no text`() {
    #expect(PercentEncoding.decode("a%2Fb+c%C3%A9") == "a/b cé")
    #expect(PercentEncoding.decode("%") == nil)
    #expect(PercentEncoding.decode("%2") == nil)
    #expect(PercentEncoding.decode("%C3") == nil)
    #expect(PercentEncoding.decode("%+1") == nil)
  }
}
