import PureduxCore
import Testing

@testable import PureduxInspector
@testable import PureduxRecording

/// Texts of any size, such as an error with the response of a server. One of their characters may have many marks.
@Suite struct `Long texts of a program` {
  private static let heavy = "e" + String(repeating: "\u{301}", count: 20_000)

  private static var program: ListedProgram {
    var program = ListedProgram()
    let work = StoreWork(name: "load", run: 1)
    for _ in 0..<10 { program.add(.workStarted, work: work) }
    for _ in 0..<10 { program.add(.workFailed, work: work, note: heavy) }
    for _ in 0..<10 { program.add(.misuse, note: heavy) }
    for _ in 0..<10 { program.add(.action, heavy) }
    program.states = [1: ["text": heavy]]
    return program
  }

  private func size(_ path: String) -> Int {
    var parser = HTTPRequestParser(limits: ServerLimits())
    parser.append("GET \(path) HTTP/1.1\r\n\r\n".utf8)
    guard case .request(let request) = parser.next() else { return .max }
    let interface = InspectorInterface(Self.program, allowsControl: false, page: .json("page"))
    return interface.response(to: request).body.count
  }

  @Test(arguments: [
    "events", "events?form=columns", "event?event=11", "event?event=21", "event?event=31", "work",
    "state?store=1",
  ])
  func `are bounded in bytes in each answer`(path: String) {
    #expect(size("/api/" + path) < 60_000)
  }

  @Test func `are bounded in bytes in a report and in a trace`() {
    let page = ListedProgram().htmlReport.count
    #expect(Self.program.htmlReport.count - page < 60_000)
    #expect(Self.program.chromeTrace.count < 60_000)
  }

  @Test func `say how long they were, and a report is kept whole`() {
    let fix = String(repeating: "to fix, ", count: 100) + "do so"
    let events = [
      RecordedEvent(
        number: 1, kind: .workFailed, store: 1, storeName: nil, cause: nil, began: .zero,
        work: StoreWork(name: "load", run: 1), note: Self.heavy),
      RecordedEvent(number: 2, kind: .misuse, store: 1, storeName: nil, cause: nil, began: .zero, note: fix),
    ]
    #expect(events[0].text().utf8.count < 1_050 && events[0].text().hasSuffix(" bytes)"))
    #expect(events[0].error?.hasSuffix("… (40001 bytes)") == true)
    #expect(events[1].text() == fix)
  }
}
