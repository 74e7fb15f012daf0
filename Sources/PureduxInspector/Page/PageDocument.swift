/// The inspector's page as a single HTML document.
///
/// A served page gets its content security policy from a response header; a report embeds the policy and a session.
enum PageDocument {
  /// Creates a content security policy that permits only the page's own script and style.
  ///
  /// Other scripts and styles are blocked, and in browsers that support Trusted Types, text cannot be inserted as
  /// markup.
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

  /// The page with an embedded session, as a file that works without a server.
  static func report(session: JSON) -> [UInt8] {
    let meta = "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy(connecting: "'none'"))\">\n"
    let opening = "<script type=\"application/json\" id=\"session\">"
    return bytes(EmbeddedPage.beforePolicy) + meta.utf8 + bytes(EmbeddedPage.beforeSession) + opening.utf8
      + session.bytes
      + "</script>\n".utf8 + bytes(EmbeddedPage.afterSession)
  }

  /// A report that contains a program's events, and its final states if they can be computed.
  static func report(of program: any InspectedProgram) -> [UInt8] {
    let interface = InspectorInterface(program, allowsControl: false, page: served)
    let session = (try? SessionReport.json(of: interface)) ?? (try? SessionReport.json(of: interface, hasStates: false))
    return report(session: session ?? .null)
  }

  // SAFETY: the buffer is copied before the call ends.
  private static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { Array($0) } }
}

/// The contents of a report: the latest events, the details of some of these events, and the final states.
struct SessionReport {
  private static let mostEvents = 20_000
  private static let mostDetails = 2000
  private static let mostValues = 20_000
  private static let mostElements = 200
  /// Parts of a state that are nested below this depth are omitted, because each level uses stack space.
  private static let greatestDepth = 64

  private var valuesLeft = SessionReport.mostValues

  /// - Parameter hasStates: Whether the report contains states and the details of events.
  static func json(of interface: InspectorInterface, hasStates: Bool = true) throws(StateRefusal) -> JSON {
    let program = interface.program
    let events = Array(program.events(after: 0, limit: .max).suffix(mostEvents))
    let last = events.last?.number ?? 0
    var report = SessionReport()
    var states: [JSON.Member] = []
    for store in program.stores where hasStates {
      guard let state = try program.state(ofStore: store.id, after: last) else { continue }
      states.append(JSON.Member(name: "\(store.id)", value: report.nested(ValueTree(state), named: store.title)))
    }
    let details = try events.suffix(hasStates ? mostDetails : 0).map { event throws(StateRefusal) in
      JSON.Member(name: "\(event.number)", value: try interface.details(of: event))
    }
    return [
      "status": [
        "program": .string(program.name), "first": .int(events.first?.number ?? 1), "last": .int(last),
        "control": false, "paused": false, "position": nil,
        "skipped": .array(interface.travel.skipped.sorted().map(JSON.int)),
      ],
      "stores": interface.stores, "columns": interface.columns(events), "details": .object(details),
      "states": .object(states), "work": interface.work(in: events, to: last, limit: 1000),
    ]
  }

  private mutating func nested(_ tree: ValueTree, named name: String, depth: Int = 0) -> JSON {
    valuesLeft -= 1
    var items: [JSON] = []
    for branch in depth < Self.greatestDepth ? tree.branches(limit: Self.mostElements) : [] where valuesLeft > 0 {
      items.append(nested(ValueTree(branch.value), named: branch.name, depth: depth + 1))
    }
    return [
      "name": .string(name), "text": .string(tree.summary), "kind": .string(tree.kind.rawValue), "items": .array(items),
    ]
  }
}
