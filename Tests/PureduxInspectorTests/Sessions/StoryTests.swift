import Foundation
import PureduxCore
import PureduxInspector
import PureduxTesting
import Testing

@Suite struct `A story of a session` {
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  private func session() throws -> Session {
    let runner = ManualRunner()
    let store = StoreContext.with {
      $0.runner = runner
    } operation: {
      makePantry()
    }
    let recording = store.record()
    runner.runUntilIdle()
    let actions: [PantryAction] = [
      .put(Pantry.Item(name: "jam \"red\"", count: 2)), .sort(.byCount(descending: true)), .annotate("buy\nmore"),
      .annotate(nil), .price("jam", in: 2.5), .sort(.byName),
    ]
    for action in actions {
      store.dispatch(action)
      runner.runUntilIdle()
    }
    try recording.write(to: folder.file)
    return try Session(contentsOf: folder.file)
  }

  /// The time that passed before an action that was received differs from run to run.
  private func timeless(_ source: String) -> String {
    source.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.contains("store.advance(by:") }
      .joined(separator: "\n")
  }

  /// With PUREDUX_WRITE_STORY=1 in the environment, the source is written anew.
  @Test func `is the source of a test that stands beside this one`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("RecordedStory.swift")
    let source = try #require(try session().story(of: "pantry", making: "makePantry()") { makePantry() })
    if ProcessInfo.processInfo.environment["PUREDUX_WRITE_STORY"] == "1" {
      try timeless(source).write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(timeless(source) == (try String(contentsOf: file, encoding: .utf8)))
  }

  @Test func `fails where the reducer has changed`() throws {
    withKnownIssue {
      try PantryReducer.$isChanged.withValue(true) { try `pantry goes as it was recorded`() }
    }
  }

  @Test func `reads actions from JSON where the types are not known`() throws {
    let source = try #require(try session().story(of: "pantry", making: "makePantry()"))
    #expect(source.contains(##"try store.send(decoded(#"{"put":{"_0":{"##))
    #expect(source.contains("try store.receive(decoded(#\"{\"count\":{}}\"#))"))
    #expect(source.contains("store.exhaustivity = .partial"))
  }

  @Test func `describes changes by whole states where it is asked to`() throws {
    let source = try session().story(of: "pantry", changes: .decoded) { makePantry() }
    #expect(source?.contains("try store.send(.annotate(nil)) {\n    $0 = try decoded(#\"{") == true)
  }

  @Test func `is told of no store that nobody knows`() throws {
    #expect(try session().story(of: "nobody") == nil)
  }

  @Test func `describes changes by text where a test may not set them, and makes no structures`() throws {
    let source = try #require(try session().story(of: "pantry", changes: .described) { makePantry() })
    #expect(
      source.contains(
        """
          store.receive(.count, changing: \"""
            total
              - 0
              + 2
            \""")
        """))
    #expect(source.contains("try store.send(decoded(#\"{\"put\":"))
    // What is in a text does not end the literal.
    #expect(source.contains("changing: #\"\"\"\n    note\n      - nil\n      + \"buy\\nmore\"\n    \"\"\"#)"))
  }

  @Test func `begins with the recorded state, and sends all that was dispatched, where it is asked to`() throws {
    let source = try #require(
      try session().story(making: "StateStore(recordedState) { $0.reduce($1) }", actions: .allSent) { makePantry() })
    #expect(source.contains("let store = try TestStore { StateStore(try decoded(#\"{"))
    #expect(source.contains("\"items\":[]"))
    #expect(source.contains("store.send(.count) {"))
    #expect(!source.contains("receive"))
  }

  @Test func `of a root has what was sent to the stores below it`() throws {
    let runner = ManualRunner()
    let root = StateStore<Int, Int>(0, named: "root", runner: runner) { $0 += $1 }
    let child = root.with("", named: "child") { (text: inout String, action: Int) in text += "\(action)" }
    let recording = root.record()
    child.dispatch(3)
    runner.runUntilIdle()
    try recording.write(to: folder.file)
    let source = try Session(contentsOf: folder.file).story {
      StateStore<Int, Int>(0, named: "root") { $0 += $1 }
    } child: { root, _ in
      root.with("", named: "child") { (text: inout String, action: Int) in text += "\(action)" }
    }
    #expect(source?.contains("store.send(3) {\n    $0 = 3\n  }") == true)
    #expect(source?.contains("`root goes as it was recorded`") == true)
  }
}
