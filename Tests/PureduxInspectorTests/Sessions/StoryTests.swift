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

  @Test func `leaves out what the states become where a state was replaced meanwhile`() throws {
    let runner = ManualRunner()
    let store = StateStore<Int, Int>(0, named: "count", runner: runner) { $0 += $1 }
    let recording = store.record()
    for action in 1...3 { store.dispatch(action) }
    runner.runUntilIdle()
    recording.jump(to: 1)
    recording.resume(.here)
    runner.runUntilIdle()
    store.dispatch(4)
    runner.runUntilIdle()
    try recording.write(to: folder.file)
    let source = try Session(contentsOf: folder.file).story {
      StateStore<Int, Int>(0, named: "count", runner: ManualRunner()) { $0 += $1 }
    }
    #expect(source?.contains("// The state was replaced meanwhile") == true)
    #expect(source?.contains("store.exhaustivity = .partial") == true)
    #expect(source?.contains("store.send(4)\n") == true)
  }

  @Test func `says that it cannot write the recorded state where that is not Codable`() throws {
    let runner = ManualRunner()
    let store = StateStore<Plain, Int>(Plain(), named: "plain", runner: runner) { $0.count += $1 }
    let recording = store.record()
    store.dispatch(1)
    runner.runUntilIdle()
    try recording.write(to: folder.file)
    let source = try Session(contentsOf: folder.file).story(making: "makePlain(recordedState)") {
      StateStore<Plain, Int>(Plain(), named: "plain", runner: ManualRunner()) { $0.count += $1 }
    }
    #expect(source?.contains("// The state that the session begins with cannot be written") == true)
  }

  private struct Plain: Sendable { var count = 0 }

  private enum App {
    enum Action: Codable, Sendable { case open, close }
  }
  private enum Editor {
    enum Action: Codable, Sendable { case open, type(String) }
  }

  /// A root that counts what is opened, with an editor whose actions bear the same name as its own.
  private func makeEditor(_ runner: ManualRunner) -> (
    StateStore<Int, App.Action>, StateStore<(Int, String), Editor.Action>
  ) {
    let root = StateStore<Int, App.Action>(0, named: "root", runner: runner) { count, action in
      if case .open = action { count += 1 }
    }
    let editor = root.map(actions: { (_: Editor.Action) in App.Action.close })
      .with("", named: "editor") { (text: inout String, action: Editor.Action) in text += "\(action)" }
    return (root, editor)
  }

  @Test func `of a root has no actions of another type that bears the same name`() throws {
    let runner = ManualRunner()
    let (root, editor) = makeEditor(runner)
    let recording = root.record()
    root.dispatch(.open)
    editor.dispatch(.open)
    editor.dispatch(.type("a"))
    runner.runUntilIdle()
    try recording.write(to: folder.file)
    var kept: [Any] = []
    let source = try #require(
      try Session(contentsOf: folder.file).story {
        let (root, editor) = makeEditor(ManualRunner())
        kept.append(editor)
        return root
      } child: { _, _ in
        (kept.last as? StateStore<(Int, String), Editor.Action>)
      })
    #expect(source.contains("// Actions of other stores of the tree are left out"))
    #expect(source.contains("store.exhaustivity = .partial"))
    #expect(source.split(separator: "store.send").count == 2, "\(source)")
    withExtendedLifetime(editor) {}
  }

  @Test func `of a root has no actions that a store below it changed on their way`() throws {
    func make(_ runner: ManualRunner) -> (StateStore<Int, Int>, StateStore<(Int, Int), Int>) {
      let root = StateStore<Int, Int>(0, named: "root", runner: runner) { $0 += $1 }
      let doubling = ClosureMiddleware<(Int, Int), Int> { action, _ in action * 2 }
      return (
        root, root.with(0, named: "child", middleware: doubling) { (sum: inout Int, action: Int) in sum += action }
      )
    }
    let runner = ManualRunner()
    let (root, child) = make(runner)
    let recording = root.record()
    root.dispatch(1)
    child.dispatch(3)
    runner.runUntilIdle()
    try recording.write(to: folder.file)
    var kept: [Any] = []
    let source = try #require(
      try Session(contentsOf: folder.file).story {
        let (root, child) = make(ManualRunner())
        kept.append(child)
        return root
      } child: { _, _ in
        kept.last as? StateStore<(Int, Int), Int>
      })
    #expect(source.contains("// Actions of other stores of the tree are left out"))
    #expect(!source.contains("store.send(3)"))
    withExtendedLifetime(child) {}
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
