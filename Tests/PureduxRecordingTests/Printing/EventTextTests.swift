import Foundation
import PureduxCore
import Testing

@testable import PureduxRecording

@Suite struct `The text of an event` {
  private let identity = StateStore<Int, Int>(0) { $0 += $1 }.id

  private func text(colours: Bool = false) throws -> EventText {
    EventText(
      colours: colours, beginning: Date(timeIntervalSince1970: 1_000_000_000), slowerThan: .milliseconds(16),
      redact: nil,
      timeZone: try #require(TimeZone(secondsFromGMT: 0)))
  }

  private func event(_ action: any Sendable, reducing: Duration = .microseconds(20)) -> RecordedEvent {
    RecordedEvent(
      number: 7, kind: .action, store: identity.number, cause: 3, began: .milliseconds(1250),
      timing: RecordedEvent.Timing(waited: .zero, reducing: reducing, publishing: .microseconds(5), observers: 2),
      action: action)
  }

  private func written(_ event: RecordedEvent, _ text: EventText, named name: String? = "list") -> String {
    text.text(
      of: event, text.line(of: event), cause: (3, "load ended"), changes: [],
      names: name.map { [identity.number: $0] } ?? [:])
  }

  @Test func `has the time of day, the store, the number, the action, the duration and the cause`() throws {
    #expect(written(event(5), try text()) == "01:46:41.250 list #7 5, 25 µs, because of #3 load ended")
    #expect(written(event(5), try text(), named: nil).hasPrefix("01:46:41.250 store \(identity.number) #7"))
  }

  @Test func `warns of slow reducers`() throws {
    let slow = event(5, reducing: .milliseconds(21))
    #expect(try text().isSlow(slow))
    #expect(
      written(slow, try text()).hasSuffix("\n  slow: its reducers took 21.0 ms, more than 16.0 ms"))
  }

  @Test func `has colours on request, which do not change the text`() throws {
    let coloured = written(event(5), try text(colours: true))
    #expect(coloured.contains("\u{1B}[1mlist\u{1B}[0m"))
    #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == written(event(5), try text()))
  }

  @Test func `contains nothing from a state or an action that moves the cursor`() throws {
    let hostile = written(event("\u{1B}[2J\r\u{7F}"), try text(), named: "a\u{9B}1m")
    #expect(!hostile.unicodeScalars.contains { $0.properties.generalCategory == .control })
    #expect(hostile.contains(#"\u{1B}[2J\u{D}\u{7F}"#))
  }

  @Test(arguments: [
    (0, "0 µs"), (999, "999 µs"), (1000, "1.0 ms"), (1990, "1.9 ms"), (999_999, "999.9 ms"), (2_500_000, "2.5 s"),
  ])
  func `writes durations in the unit that fits`(microseconds: Int, text: String) {
    #expect(EventText.text(of: .microseconds(microseconds)) == text)
  }

  @Test func `shows some of very many changes`() throws {
    let difference = try #require(Difference(from: [Int](), to: Array(0..<50)))
    let change = StoreDifference(store: identity.number, difference: difference)
    let event = event(5)
    let lines = try text().text(of: event, "5", cause: nil, changes: [change], names: [:]).split(separator: "\n")
    #expect(lines.count == 1 + 2 * 20 + 1)
    #expect(lines.last == "  and 30 more changes")
  }
}
