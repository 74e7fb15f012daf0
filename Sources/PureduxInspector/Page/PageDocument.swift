/// The page as one document: with its policy in a header when it is served, or with policy and session inside as a report.
enum PageDocument {
  /// Only the page's own script and style run, nothing is loaded from elsewhere, and no text becomes markup.
  private static func policy(connecting source: String) -> String {
    [
      "default-src 'none'", "script-src '\(EmbeddedPage.scriptHash)'", "style-src '\(EmbeddedPage.styleHash)'",
      "connect-src \(source)", "img-src data:", "base-uri 'none'", "form-action 'none'",
      "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")
  }

  static var served: HTTPResponse {
    HTTPResponse(
      contentType: "text/html; charset=utf-8",
      headers: [("Content-Security-Policy", policy(connecting: "'self'") + "; frame-ancestors 'none'")],
      body: bytes(EmbeddedPage.beforePolicy) + bytes(EmbeddedPage.beforeSession) + bytes(EmbeddedPage.afterSession))
  }

  /// A file that opens without a server and asks nobody.
  static func report(session: JSON) -> [UInt8] {
    let meta = "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy(connecting: "'none'"))\">\n"
    let opening = "<script type=\"application/json\" id=\"session\">"
    return bytes(EmbeddedPage.beforePolicy) + meta.utf8 + bytes(EmbeddedPage.beforeSession) + opening.utf8
      + session.bytes
      + "</script>\n".utf8 + bytes(EmbeddedPage.afterSession)
  }

  /// A file that shows the events of a program, and its states at the end where they can be computed.
  static func report(of program: any InspectedProgram) -> [UInt8] {
    let interface = InspectorInterface(program, allowsControl: false, page: served)
    let session = (try? SessionReport.json(of: interface)) ?? (try? SessionReport.json(of: interface, hasStates: false))
    return report(session: session ?? .null)
  }

  // SAFETY: the buffer is copied before the call ends.
  private static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { Array($0) } }
}
