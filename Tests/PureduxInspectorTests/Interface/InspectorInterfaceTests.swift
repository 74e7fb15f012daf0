import Foundation
import Testing

@testable import PureduxInspector

struct InspectorInterfaceTests {
  private let program = ShopProgram()

  private func ask(_ path: String, method: String = "GET", body: String = "", control: Bool = false) -> HTTPResponse {
    var parser = HTTPRequestParser(limits: ServerLimits())
    parser.append("\(method) \(path) HTTP/1.1\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    guard case .request(let request) = parser.next() else { return .refusal(.badRequest, "not a request") }
    let interface = InspectorInterface(program, allowsControl: control, page: .json("page"))
    return interface.response(to: request)
  }

  private func text(_ path: String) -> String {
    String(decoding: ask(path).body, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  private func json(_ path: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(ask(path).body)) as? [String: Any])
  }

  @Test func `the status shows the position of the program`() throws {
    let interface = InspectorInterface(program, allowsControl: true, page: .json("page"))
    let run = try #require(interface.status.text.firstMatch(of: /"run":"([0-9a-f]{8})"/)).output.1
    #expect(
      interface.status.text
        == #"{"program":"Shop","run":"\#(run)","first":1,"last":7,"file":false,"control":true,"paused":true,"position":3,"skipped":[2]}"#
    )
    #expect(interface.tick() == interface.status.text)
    #expect(interface.page() == .json("page"))
    #expect(InspectorInterface(program, allowsControl: true, page: .json("")).status != interface.status)
  }

  @Test func `events are returned as objects, in pages, after a given number`() throws {
    let answer = try json("/api/events?after=1&limit=2")
    let events = try #require(answer["events"] as? [[String: Any]])
    #expect(events.map { $0["event"] as? Int } == [2, 3])
    #expect(
      events.map { $0["text"] as? String } == [#"add(title: "Milk", price: 1.5)"#, #"add(title: "Bread", price: 3.0)"#])
    #expect(events[1]["cause"] as? Int == 2)
    #expect(events[1]["began"] as? Int == 2000)
    #expect(events[1]["reducing"] as? Int == 2000)
    #expect(events[1]["observers"] as? Int == 1)
    #expect(answer["last"] as? Int == 7)
  }

  @Test(arguments: [
    ("text=MILK", [2]), ("kind=workStarted,workEnded", [6, 7]), ("store=1", [6, 7]), ("cause=2", [3]),
    ("slower=6", [5]),
    ("to=2", [1, 2]), ("text=add&after=2", [3]), ("text=load,%20attempt%202", [6, 7]), ("text=nothing", []),
    ("after=999999999999999999&limit=999999999999999999", []), ("limit=-5", [1]), ("after=-9", [1, 2, 3, 4, 5, 6, 7]),
  ])
  func `events are filtered by text, kind, store, cause and duration`(query: String, numbers: [Int]) throws {
    let events = try #require(try json("/api/events?\(query)")["events"] as? [[String: Any]])
    #expect(events.map { $0["event"] as? Int } == numbers)
  }

  @Test func `events can be returned as columns`() throws {
    let columns = try #require(try json("/api/events?form=columns")["columns"] as? [String: [Any]])
    #expect(columns.values.allSatisfy { $0.count == 7 })
    #expect(columns["event"] as? [Int] == [1, 2, 3, 4, 5, 6, 7])
    #expect(columns["kind"] as? [Int] == [0, 0, 0, 0, 0, 5, 6])
    #expect(columns["cause"] as? [Int] == [0, 0, 2, 0, 0, 5, 6])
  }

  @Test func `an event has its value, branch by branch`() {
    #expect(
      text("/api/event?event=2")
        == #"{"event":2,"kind":"action","store":0,"text":"add(title: \"Milk\", price: 1.5)","began":1000,"waited":1000,"#
        + #""reducing":1000,"publishing":2000,"observers":1,"value":{"text":"add(title: \"Milk\", price: 1.5)","#
        + #""kind":"enumeration","total":2,"from":0,"items":[{"name":"title","text":"\"Milk\"","kind":"string","count":0},"#
        + #"{"name":"price","text":"1.5","kind":"number","count":0}]}}"#)
  }

  @Test func `causes are listed nearest first, effects in order`() throws {
    let numbers = { (path: String) in
      (try JSONSerialization.jsonObject(with: Data(ask(path).body)) as? [[String: Any]])?.map { $0["event"] as? Int }
    }
    #expect(try numbers("/api/causes?event=7") == [6, 5])
    #expect(try numbers("/api/effects?event=2") == [3])
    #expect(try numbers("/api/causes?event=1") == [])
  }

  @Test func `a state is read after any event, at any path`() {
    #expect(
      text("/api/state?store=0&event=4&path=items/1")
        == #"{"text":"Item(title: \"Bread\", price: 3.0, isPaid: true)","kind":"structure","total":3,"from":0,"items":["#
        + #"{"name":"title","text":"\"Bread\"","kind":"string","count":0},{"name":"price","text":"3.0","kind":"number","count":0},"#
        + #"{"name":"isPaid","text":"true","kind":"bool","count":0}]}"#)
    #expect(text("/api/state?store=0&event=0&path=user").hasPrefix(#"{"text":"nil","kind":"none""#))
    #expect(text("/api/state?store=0&path=items").hasPrefix(#"{"text":"0 elements""#))
    #expect(text("/api/state?store=0&path=items&event=3&from=1").contains(#""from":1,"items":[{"name":"1""#))
    #expect(text("/api/state?store=0&path=items&event=3&from=999999999999999999").contains(#""items":[]"#))
  }

  @Test func `a slash in a name is escaped`() throws {
    let request = HTTPRequest(method: "GET", path: "/", query: ["path": "a~1b/c~0d//e"])
    #expect(try RequestParameters(request).path() == ["a/b", "c~d", "e"])
  }

  @Test func `a state is searched`() {
    #expect(
      text("/api/search?store=0&event=3&text=bread")
        == #"{"complete":true,"matches":[{"path":["items","1","title"],"text":"\"Bread\""}]}"#)
  }

  @Test func `the history of a value has points for a chart`() {
    #expect(
      text("/api/history?store=0&path=items&from=1&to=5")
        == #"{"points":[{"event":1,"text":"0 elements","number":0.0},{"event":2,"text":"1 element","number":1.0},"#
        + #"{"event":3,"text":"2 elements","number":2.0},{"event":4,"text":"2 elements","number":2.0},"#
        + #"{"event":5,"text":"0 elements","number":0.0}]}"#)
    #expect(
      text("/api/history?store=0&path=items/0/title&from=1&to=2").contains(#"{"points":[{"event":1},{"event":2,"#))
    #expect(text("/api/history?store=0&path=user&points=2").contains(#"[{"event":1,"text":"\"Ada\""},{"event":7,"#))
    #expect(text("/api/history?store=0&path=user&from=9") == #"{"points":[]}"#)
  }

  @Test func `differences of an event, and of two events`() {
    #expect(
      text("/api/difference?event=1")
        == #"{"total":1,"changes":[{"store":0,"path":"user","before":"nil","after":"\"Ada\""}]}"#)
    #expect(text("/api/difference?event=7") == #"{"total":0,"changes":[]}"#)
    #expect(
      text("/api/difference?from=2&to=4&store=0") == #"{"total":1,"changes":[{"store":0,"path":"2","after":"4"}]}"#)
  }

  @Test func `stores and work are listed`() {
    #expect(
      text("/api/stores")
        == #"[{"store":0,"title":"shop","name":"shop","state":"Shop","action":"Action","gone":false},"#
        + #"{"store":1,"title":"Cart #1","state":"Cart","action":"CartAction","parent":0,"gone":true}]"#)
    #expect(
      text("/api/work")
        == #"{"total":1,"now":3000000,"runs":[{"name":"load","store":1,"event":6,"began":1000000,"ended":3000000,"#
        + #""outcome":"workEnded","attempt":2}]}"#)
    #expect(text("/api/work?to=5").contains(#""runs":[]"#))
  }

  @Test(arguments: [
    ("/api/nothing", HTTPStatus.notFound), ("/api/", .notFound), ("/api/event", .badRequest),
    ("/api/event?event=x", .badRequest), ("/api/event?event=99", .notFound), ("/api/event?event=-1", .notFound),
    ("/api/event?event=9999999999999999999999", .badRequest), ("/api/state?event=1", .badRequest),
    ("/api/state?event=1&store=9", .notFound), ("/api/state?event=1&store=-1", .badRequest),
    ("/api/state?event=-99999999999999999&store=0", .notFound), ("/api/state?event=8&store=0", .notFound),
    ("/api/state?event=1&store=0&path=../../x", .notFound), ("/api/search?store=0", .badRequest),
    ("/api/events?kind=x", .badRequest), ("/api/events?slower=-1", .badRequest), ("/api/pause", .methodNotAllowed),
    ("/api/difference", .badRequest),
  ])
  func `a request for missing or invalid data is refused`(path: String, status: HTTPStatus) {
    #expect(ask(path).status == status)
  }

  @Test func `a path of a thousand names is refused`() {
    let path = Array(repeating: "a", count: 1000).joined(separator: "/")
    #expect(ask("/api/state?store=0&path=\(path)").status == .badRequest)
  }

  @Test func `events that are no longer kept are refused`() {
    let program = ShopProgram(firstEvent: 3)
    let interface = InspectorInterface(program, allowsControl: false, page: .json(""))
    for path in ["event", "causes", "difference", "state"] {
      let request = HTTPRequest(method: "GET", path: "/api/\(path)", query: ["event": "1", "store": "0"])
      #expect(interface.response(to: request).status == .notFound)
    }
  }

  @Test(arguments: ["pause", "jump?event=1", "step", "skip?event=1", "unskip?event=1", "resume", "send?event=1"])
  func `commands are refused unless changes are allowed`(command: String) {
    #expect(ask("/api/\(command)", method: "POST").status == .forbidden)
    #expect(program.commands.isEmpty)
    #expect(program.sent.isEmpty)
    #expect(ask("/api/\(command)", control: true).status == .methodNotAllowed)
  }

  @Test func `commands reach the program`() {
    let commands = [
      "pause", "jump?event=2", "step", "step?count=-3", "skip?event=1", "unskip?event=1", "resume", "resume?from=here",
    ]
    for command in commands { #expect(ask("/api/\(command)", method: "POST", control: true).status == .ok) }
    #expect(
      program.commands == [
        .pause, .jump(to: 2), .step(1), .step(-3), .skip(1), .unskip(1), .resumeAtPresent, .resumeHere,
      ])
  }

  @Test(arguments: [
    ("jump", HTTPStatus.badRequest), ("jump?event=99", .notFound), ("step?count=99999999", .badRequest),
    ("resume?from=yesterday", .badRequest), ("events", .methodNotAllowed), ("send?event=5", .conflict),
    ("send?event=x", .badRequest), ("send", .badRequest),
  ])
  func `an invalid command is refused`(command: String, status: HTTPStatus) {
    #expect(ask("/api/\(command)", method: "POST", control: true).status == status)
    #expect(program.commands.isEmpty)
  }

  @Test func `an action is dispatched again, or decoded from JSON and dispatched`() {
    #expect(ask("/api/send?event=2", method: "POST", control: true).status == .ok)
    #expect(ask("/api/send?store=0", method: "POST", body: #"{"clear":{}}"#, control: true).status == .ok)
    #expect(program.sent == ["again 2", #"0: {"clear":{}}"#])
  }
}
