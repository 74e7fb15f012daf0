import Foundation
import PureduxCore
import PureduxTesting
import Testing

@testable import PureduxInspector

@Suite struct `A session from a file, for the exports` {
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  @Test func `has the events, causes and stores of the recording`() throws {
    let runner = ManualRunner()
    let store = Shelf.store(runner: runner)
    let recording = store.record()
    runner.runUntilIdle()
    let subscription = store.subscribe { [store] shelf in if shelf.tags == ["a"] { store.dispatch(.tag("b")) } }
    let child = store.with("", named: "words") { _, _ in }
    store.dispatch(.tag("a"))
    child.dispatch(.clear)
    runner.runUntilIdle()
    try recording.write(to: folder.file)
    let (program, live) = (
      SessionProgram(try RecordedSession(contentsOf: folder.file)), RecordedProgram(recording: recording, name: "")
    )
    #expect(program.lastEvent == live.lastEvent)
    #expect(program.events(after: 0, limit: .max).map(\.kind) == live.events(after: 0, limit: .max).map(\.kind))
    #expect(program.events(after: 2, limit: 1).map(\.number) == [3])
    let effect = try #require(program.events(after: 0, limit: .max).last { $0.cause != nil && $0.kind == .action })
    #expect(program.causes(of: effect.number).map(\.number) == live.causes(of: effect.number).map(\.number))
    #expect(program.effects(of: effect.cause ?? 0).map(\.number).contains(effect.number))
    #expect(effect.text() == "tag(\"b\")")
    #expect(program.stores.map(\.title).contains("words"))
    #expect(program.state(ofStore: 1, after: 1) == nil)
    subscription.cancel()
  }

  private struct Sums: Codable, Sendable {
    var sum = 0
    var last: Int?
  }

  @Test func `has the states before and after a continuation from the past`() throws {
    let runner = ManualRunner()
    let store = StateStore<Sums, Int>(Sums(), runner: runner) { ($0.sum, $0.last) = ($0.sum + $1, $1) }
    let recording = store.record()
    runner.runUntilIdle()
    for number in 1...3 { store.dispatch(number) }
    runner.runUntilIdle()
    recording.jump(to: 1)
    recording.resume(.here)
    runner.runUntilIdle()
    store.dispatch(4)
    runner.runUntilIdle()
    try recording.write(to: folder.file)
    let program = SessionProgram(try RecordedSession(contentsOf: folder.file))
    let states = (0...program.lastEvent).map { event in
      program.recordedState(ofStore: 1, after: event)?.value as? [String: any Sendable]
    }
    #expect(states.map { $0?["sum"] as? Int } == [0, 1, 3, 6, 1, 5])
    #expect(states.map { $0?["last"] as? Int } == [nil, 1, 2, 3, 1, 4])
  }

  private struct Uncoded: Sendable {
    var count = 0
  }

  private func text(_ program: some InspectedProgram, _ path: String) throws -> String {
    let interface = InspectorInterface(program, allowsControl: false, page: .json("page"))
    var parser = HTTPRequestParser(limits: ServerLimits())
    parser.append("GET \(path) HTTP/1.1\r\n\r\n".utf8)
    guard case .request(let request) = parser.next() else { return "" }
    return String(decoding: interface.response(to: request).body, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  @Test func `reports a difference as unknown if the file does not contain the states`() throws {
    let runner = ManualRunner()
    let store = StateStore<Uncoded, Int>(Uncoded(), runner: runner) { $0.count += $1 }
    let recording = store.record()
    runner.runUntilIdle()
    for number in [2, 0] { store.dispatch(number) }
    runner.runUntilIdle()
    try recording.write(to: folder.file)
    let file = SessionProgram(try RecordedSession(contentsOf: folder.file))
    let live = RecordedProgram(recording: recording, name: "")
    let (change, none) = ("/api/difference?event=\(file.lastEvent - 1)", "/api/difference?event=\(file.lastEvent)")
    #expect(try text(file, change) == #"{"total":0,"changes":[],"unknown":true}"#)
    #expect(try text(file, none) == #"{"total":0,"changes":[],"unknown":true}"#)
    #expect(try text(live, change).contains(#""total":1"#))
    #expect(try text(live, none) == #"{"total":0,"changes":[]}"#)
    #expect(try text(file, "/api/status").contains(#""file":true"#))
    #expect(try text(live, "/api/status").contains(#""file":false"#))
  }
}
