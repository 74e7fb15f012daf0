import Foundation
import Testing

@testable import PureduxInspector

struct PageDocumentTests {
  private var served: String { String(decoding: PageDocument.served.body, as: UTF8.self) }

  @Test func `the page is one document, whose policy lets only its own script and style run`() throws {
    let policy = try #require(PageDocument.served.headers.first { $0.name == "Content-Security-Policy" }).value
    #expect(
      policy.hasPrefix(
        "default-src 'none'; script-src '\(EmbeddedPage.scriptHash)'; style-src '\(EmbeddedPage.styleHash)'"))
    for rule in ["connect-src 'self'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"] {
      #expect(policy.contains(rule))
    }
    #expect(!policy.contains("unsafe"))
    #expect(served.hasPrefix("<!doctype html>\n"))
    #expect(served.contains("</html>"))
    #expect(!served.contains("/*script*/") && !served.contains("/*style*/") && !served.contains("<!--"))
  }

  @Test func `the page loads nothing from elsewhere`() {
    let addresses = served.matches(of: /https?:\/\/[^\s"'`)<]+/).map { String($0.output) }
    #expect(Set(addresses) == ["http://www.w3.org/2000/svg", "http://127.0.0.1:PORT/#key=…"])
  }

  @Test func `a report holds its policy and its session, which cannot end its element`() throws {
    let report = String(
      decoding: PageDocument.report(session: ["a": "</script><script>alert(1)</script>"]), as: UTF8.self)
    #expect(report.contains(#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src"#))
    #expect(report.contains("connect-src 'none'"))
    #expect(report.contains(#"<script type="application/json" id="session">{"a":"\u003c/script>\u003cscript>alert"#))
    #expect(report.components(separatedBy: "</script>").count == 3)
  }

  @Test func `a report has the events, their details and the states at the end`() throws {
    let interface = InspectorInterface(ShopProgram(), allowsControl: true, page: .json(""))
    let request = HTTPRequest(method: "GET", path: "/api/report")
    let text = String(decoding: interface.response(to: request).body, as: UTF8.self)
    let session = try #require(text.firstMatch(of: /id="session">(.+)<\/script>\n/)).output.1
    let json = try #require(try JSONSerialization.jsonObject(with: Data(session.utf8)) as? [String: Any])
    #expect((json["columns"] as? [String: [Any]])?["event"]?.count == 7)
    let details = try #require(json["details"] as? [String: [String: Any]])
    #expect((details["1"]?["changes"] as? [Any])?.count == 1)
    #expect((details["2"]?["value"] as? [String: Any])?["total"] as? Int == 2)
    let state = try #require((json["states"] as? [String: [String: Any]])?["0"])
    #expect((state["items"] as? [[String: Any]])?.map { $0["name"] as? String } == ["items", "user", "notes"])
    #expect((json["status"] as? [String: Any])?["control"] as? Bool == false)
    #expect((json["work"] as? [String: Any])?["total"] as? Int == 1)
  }
}
