import Foundation
import PureduxCore
@testable import PureduxInspector
import PureduxEffects
import PureduxTesting
import Testing

@Suite struct `A story of a session` {
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  private func session() throws -> RecordedSession {
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
    return try RecordedSession(contentsOf: folder.file)
  }

  /// The time that passed before an action that was received differs from run to run.
  private func timeless(_ source: String) -> String {
    source.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.contains("store.advance(by:") }
      .joined(separator: "\n")
  }

  /// With PUREDUX_WRITE_STORY=1 in the environment, the source is rewritten.
  @Test func `equals the source of the test next to this one`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("RecordedStory.swift")
    let source = try #require(try session().story(of: "pantry", making: "makePantry()") { makePantry() })
    if ProcessInfo.processInfo.environment["PUREDUX_WRITE_STORY"] == "1" {
      try timeless(source).write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(timeless(source) == (try String(contentsOf: file, encoding: .utf8)))
  }

  @Test func `fails if the reducer has changed`() throws {
    withKnownIssue {
      try PantryReducer.$isChanged.withValue(true) { try `pantry behaves as recorded`() }
    }
  }

  @Test func `reads actions from JSON if their types are unknown`() throws {
    let source = try #require(try session().story(of: "pantry", making: "makePantry()"))
    #expect(source.contains(##"try store.send(decoded(#"{"put":{"_0":{"##))
    #expect(source.contains("try store.receive(decoded(#\"{\"count\":{}}\"#))"))
    #expect(source.contains("store.exhaustivity = .partial"))
  }

  @Test func `describes changes by whole states on request`() throws {
    let source = try session().story(of: "pantry", changes: .decoded) { makePantry() }
    #expect(source?.contains("try store.send(.annotate(nil)) {\n    $0 = try decoded(#\"{") == true)
  }

  private struct Fetched: Codable, Sendable {
    var job = Effect.State.idle()
    var result: String?

    enum Action: Codable, Sendable { case fetch, fetched(String) }

    static func store() -> StateStore<Fetched, Action> {
      StateStore<Fetched, Action>(Fetched(), named: "fetched") { state, action in
        switch action {
        case .fetch: state.job.run()
        case .fetched(let result):
          state.job.succeed()
          state.result = result
        }
      }
      .effect(\.job, name: "fetch") { _, dispatch in
        Effect {
          try await StoreContext.current.clock.sleep(.seconds(5400))
          dispatch(.fetched("news"))
        }
      }
    }
  }

  @Test func `waits as long as the clock of the recorded program, also if it is a test's`() throws {
    let context = TestContext()
    let store = context.run { Fetched.store() }
    let recording = store.record()
    context.runUntilIdle()
    store.dispatch(.fetch)
    context.advance(by: .seconds(9000))
    try recording.write(to: folder.file)
    let session = try RecordedSession(contentsOf: folder.file)
    #expect(session.events.last { $0.kind == .action }?.began == .seconds(5400))
    let source = try #require(session.story(of: "fetched", making: "Fetched.store()") { Fetched.store() })
    #expect(source.contains("store.advance(by: .milliseconds(5400000))\n  try store.receive(.fetched(\"news\"))"))
  }

  @Test func `is nil for an unknown store`() throws {
    #expect(try session().story(of: "nobody") == nil)
  }

  @Test func `describes changes by text if a test cannot set them, and creates no structures`() throws {
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
    // The contents of a text do not end the literal.
    #expect(source.contains("changing: #\"\"\"\n    note\n      - nil\n      + \"buy\\nmore\"\n    \"\"\"#)"))
  }

  @Test func `begins with the recorded state and sends every dispatched action, on request`() throws {
    let source = try #require(
      try session().story(making: "StateStore(recordedState) { $0.reduce($1) }", actions: .allSent) { makePantry() })
    #expect(source.contains("let store = try TestStore { StateStore(try decoded(#\"{"))
    #expect(source.contains("\"items\":[]"))
    #expect(source.contains("store.send(.count) {"))
    #expect(!source.contains("receive"))
  }

  @Test func `omits the resulting states after a state was replaced`() throws {
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
    let source = try RecordedSession(contentsOf: folder.file).story {
      StateStore<Int, Int>(0, named: "count", runner: ManualRunner()) { $0 += $1 }
    }
    #expect(source?.contains("// The state was replaced in the meantime") == true)
    #expect(source?.contains("store.exhaustivity = .partial") == true)
    #expect(source?.contains("store.send(4)\n") == true)
  }

  @Test func `reports that the recorded state cannot be written if it is not Codable`() throws {
    let runner = ManualRunner()
    let store = StateStore<Plain, Int>(Plain(), named: "plain", runner: runner) { $0.count += $1 }
    let recording = store.record()
    store.dispatch(1)
    runner.runUntilIdle()
    try recording.write(to: folder.file)
    let source = try RecordedSession(contentsOf: folder.file).story(making: "makePlain(recordedState)") {
      StateStore<Plain, Int>(Plain(), named: "plain", runner: ManualRunner()) { $0.count += $1 }
    }
    #expect(source?.contains("// The initial state of the session cannot be written") == true)
  }

  private struct Plain: Sendable { var count = 0 }

  private enum App {
    enum Action: Codable, Sendable { case open, close }
  }
  private enum Editor {
    enum Action: Codable, Sendable { case open, type(String) }
  }

  /// A root that counts openings, with an editor whose actions have the same name as the root's.
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

  /// The steps of a story, without identities, times and the order of members in JSON, which differ between runs.
  private func steps(_ source: String) -> [String] {
    timeless(source).split(separator: "\n").map(String.init)
      .filter {
        $0.contains("store.send") || $0.contains("store.receive") || $0.hasPrefix("  // ") || $0.contains("].")
      }
      .map {
        $0.replacingOccurrences(of: ##"decoded\(#+".*?"#+\)"##, with: "decoded(…)", options: .regularExpression)
          .replacingOccurrences(of: "// add.*", with: "// add", options: .regularExpression)
      }
  }

  /// A program whose reducers create effect states, ids and times, like most programs, and whose state is large.
  ///
  /// With PUREDUX_WRITE_STORY=1 in the environment, the sources are rewritten; here they are tests, and pass.
  @Test(arguments: [
    ("Assigned", StoryChanges.assigned, StoryActions.asDispatched), ("Described", .described, .asDispatched),
    ("Sent", .decoded, .allSent),
  ])
  func `passes if reducers create effect states, identities and times`(
    form: String, changes: StoryChanges, actions: StoryActions
  ) async throws {
    let name = "workshop, \(form.lowercased())"
    let store = makeWorkshop(name)
    let recording = store.record()
    // The states so far: the initial state, and the state after each action, including actions of effects.
    let states = Recorder<Workshop>()
    let subscription = store.subscribe { states.record($0) }
    for (action, count) in [
      (WorkshopAction.begin, 3), (.fill(300), 4), (.rename(7, "seven"), 5), (.pay(8), 6), (.remove(9), 7), (.search, 9),
      (.add(Workshop.Order(id: 1000, title: "new", notes: "")), 10), (.begin, 12), (.pay(300), 13),
    ] {
      await store.send(action)
      _ = await states.values(count: count)
    }
    subscription.cancel()
    try recording.write(to: folder.file)
    let source = try #require(
      try RecordedSession(contentsOf: folder.file).story(
        making: "makeWorkshop(\"\(name)\", hasEffects: \(actions == .asDispatched))", changes: changes, actions: actions
      ) { makeWorkshop(name) })
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("RecordedStory\(form).swift")
    if ProcessInfo.processInfo.environment["PUREDUX_WRITE_STORY"] == "1" {
      try ("// swift-format-ignore-file\n" + source).write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(steps(source) == steps(try String(contentsOf: file, encoding: .utf8)))
    // The state has 100 KB, and twelve actions change it.
    #expect(source.utf8.count < 15_000)
  }

  private static let hostile = "a\u{1B}[2J\r\n\t\u{202E}b`\u{9B}\u{2028}\u{7F}c"

  @Test(arguments: [StoryChanges.assigned, .described, .decoded])
  func `compiles and contains no injected code, whatever names and texts occur`(changes: StoryChanges) throws {
    let runner = ManualRunner()
    func make(_ runner: ManualRunner) -> StateStore<Note, NoteAction> {
      StateStore(Note(), named: Self.hostile, runner: runner) { note, action in
        if case .write(let text) = action { note.text = text }
      }
    }
    let store = make(runner)
    let recording = store.record()
    store.dispatch(.write(Self.hostile))
    runner.runUntilIdle()
    try recording.write(to: folder.file)
    let session = try RecordedSession(contentsOf: folder.file)
    for source in [
      try #require(session.story(changes: changes) { make(ManualRunner()) }),
      try #require(session.story(of: Self.hostile)),
    ] {
      let hidden = source.unicodeScalars.filter { $0 != "\n" && ($0.properties.isBidiControl || $0.value == 0x2028) }
      #expect(
        hidden.isEmpty && !source.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
      let name = try #require(source.split(separator: "\n").first { $0.hasPrefix("@Test") })
      #expect(name == "@Test func `a [2J    b   c behaves as recorded`() throws {")
    }
  }

  private struct Note: Codable, Sendable { var text = "" }
  private enum NoteAction: Codable, Sendable { case write(String) }

  @Test func `reads JSON with line ends between its tokens`() {
    #expect(PrintableText.json("{\r\n\t\"a\": \"\u{202E}\u{9B}\"}") == #"{   "a": "\u202E\u009B"}"#)
  }

  @Test func `of a root has no actions of another type with the same name`() throws {
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
      try RecordedSession(contentsOf: folder.file).story {
        let (root, editor) = makeEditor(ManualRunner())
        kept.append(editor)
        return root
      } child: { _, _ in
        (kept.last as? StateStore<(Int, String), Editor.Action>)
      })
    #expect(source.contains("// Actions of other stores of the tree are omitted"))
    #expect(source.contains("store.exhaustivity = .partial"))
    #expect(source.split(separator: "store.send").count == 2, "\(source)")
    withExtendedLifetime(editor) {}
  }

  @Test func `of a root omits actions that a child store changed on their way up`() throws {
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
      try RecordedSession(contentsOf: folder.file).story {
        let (root, child) = make(ManualRunner())
        kept.append(child)
        return root
      } child: { _, _ in
        kept.last as? StateStore<(Int, Int), Int>
      })
    #expect(source.contains("// Actions of other stores of the tree are omitted"))
    #expect(!source.contains("store.send(3)"))
    withExtendedLifetime(child) {}
  }

  @Test func `of a root includes the actions sent to child stores`() throws {
    let runner = ManualRunner()
    let root = StateStore<Int, Int>(0, named: "root", runner: runner) { $0 += $1 }
    let child = root.with("", named: "child") { (text: inout String, action: Int) in text += "\(action)" }
    let recording = root.record()
    child.dispatch(3)
    runner.runUntilIdle()
    try recording.write(to: folder.file)
    let source = try RecordedSession(contentsOf: folder.file).story {
      StateStore<Int, Int>(0, named: "root") { $0 += $1 }
    } child: { root, _ in
      root.with("", named: "child") { (text: inout String, action: Int) in text += "\(action)" }
    }
    #expect(source?.contains("store.send(3) {\n    $0 = 3\n  }") == true)
    #expect(source?.contains("`root behaves as recorded`") == true)
  }
}
