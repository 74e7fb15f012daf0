import Foundation
import PureduxCore
import PureduxTesting
import Testing

@testable import PureduxInspector

@Suite struct `A session out of a file, for the exports` {
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
}
