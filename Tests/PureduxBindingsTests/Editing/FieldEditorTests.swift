import Dispatch
import Foundation
import PureduxTesting
import Testing

@testable import PureduxBindings

/// The text of a form's field, and the reducer that changes it.
private struct Form: Sendable {
  var text = "abcdef"
  var isCapital = false
  var limit: Int?
}

private enum FormAction: Sendable {
  case replace(String)
  case edit(TextEdit)
  case append(String)
  case capitals
  case limit(Int)
}

/// A text field on the screen, with a cursor, into which the user types.
@MainActor
private final class Field {
  private(set) var text: [Character] = Array("abcdef")
  private(set) var cursor = 3
  let shown = Shown<String>()

  /// One keystroke.
  func press(_ key: Key) {
    switch key {
    case .letter(let letter):
      text.insert(letter, at: cursor)
      cursor += 1
    case .backspace:
      guard cursor > 0 else { return }
      cursor -= 1
      text.remove(at: cursor)
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(text.count, cursor + 1)
    }
  }

  /// The program displays another text, and keeps the cursor at the same place in the text.
  func show(_ new: String) {
    cursor = TextEdit(from: String(text), to: new).cursor(at: cursor)
    text = Array(new)
    shown.show(new)
  }

  var content: String { String(text) }
}

private enum Key: Sendable {
  case letter(Character), backspace, left, right

  static func random(_ random: inout SeededGenerator, _ number: Int) -> Key {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .backspace
    case 1: .left
    case 2: .right
    default: .letter(Character(UnicodeScalar(UInt8(97 + number % 26))))
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FieldEditorTests {
  private static func store(_ runner: some StoreRunner) -> StateStore<Form, FormAction> {
    StateStore(Form(), runner: runner) { form, action in
      switch action {
      case .replace(let text): form.text = text
      case .edit(let edit): form.text.apply(edit)
      case .append(let text): form.text += text
      case .capitals: form.isCapital = true
      case .limit(let limit): form.limit = limit
      }
      if form.isCapital { form.text = form.text.uppercased() }
      if let limit = form.limit { form.text = String(form.text.prefix(limit)) }
    }
  }

  /// Types at random speeds into a field whose store is run at random times.
  private func type(
    _ seed: Int, _ store: StateStore<Form, FormAction>, run: (inout SeededGenerator) async -> Void,
    finish: () -> Void = {}
  ) async {
    var random = SeededGenerator(seed: UInt64(seed))
    let (field, expected) = (Field(), Field())
    let editor = FieldEditor(store, \.text, dispatch: { .replace($0) }, show: { field.show($0) })
    for number in 0..<60 {
      let key = Key.random(&random, number)
      field.press(key)
      expected.press(key)
      editor.edit(field.content)
      await run(&random)
      #expect(field.content == expected.content, "seed \(seed), key \(number)")
      #expect(field.cursor == expected.cursor, "seed \(seed), key \(number)")
    }
    // A change by the program is displayed when all edits are reduced, and nothing is displayed before that.
    store.dispatch(.append("."))
    finish()
    #expect(await field.shown.next() == expected.content + ".", "seed \(seed)")
    #expect(field.shown.values.count == 1)
    #expect(store.state.text == field.content)
    #expect(field.cursor == expected.cursor || expected.cursor == expected.text.count)
  }

  /// Runs each delivery at once, on the thread that dispatched.
  private struct AtOnceRunner: StoreRunner {
    func run(_ work: @escaping @Sendable () -> Void) { work() }
  }

  /// Runs each delivery in a separate task.
  private struct TaskRunner: StoreRunner {
    func run(_ work: @escaping @Sendable () -> Void) { Task.detached { work() } }
  }

  enum Kind: CaseIterable, Sendable {
    case queue, concurrentQueue, mainQueue, main, tasks, atOnce

    fileprivate var runner: any StoreRunner {
      switch self {
      case .queue: .queue()
      case .concurrentQueue: .queue(.global())
      case .mainQueue: .queue(.main)
      case .main: .main
      case .tasks: TaskRunner()
      case .atOnce: AtOnceRunner()
      }
    }
  }

  /// A few seeds, or many in the long form, and new ones in each run.
  private static let seeds: [Int] = {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["PUREDUX_LONG"] == "1" ? 2_000 : environment["PUREDUX_REPEATING"] == "1" ? 10 : 60
    let first = environment["PUREDUX_SEED"].flatMap(Int.init) ?? .random(in: 0..<1_000_000_000)
    return Array(first..<(first + count))
  }()

  /// Waits for this many turns of the main actor.
  private static func takeTurns(_ count: Int) async {
    for _ in 0..<count { await Task { @MainActor in }.value }
  }

  @Test(arguments: Kind.allCases)
  func `with any runner, no letter is lost, duplicated or misplaced, and the cursor stays`(kind: Kind) async {
    for seed in Self.seeds {
      let store = Self.store(kind.runner)
      await type(seed, store) { random in
        if Bool.random(using: &random) { await store.settled() }
        await Self.takeTurns(.random(in: 0..<4, using: &random))
      }
    }
  }

  @Test func `with a runner that is late by any number of keys, no letter is lost either`() async {
    for seed in Self.seeds {
      let runner = ManualRunner()
      await type(seed, Self.store(runner)) { random in
        if Int.random(in: 0..<5, using: &random) == 0 { runner.runUntilIdle() }
        await Self.takeTurns(.random(in: 0..<4, using: &random))
      } finish: {
        runner.runUntilIdle()
      }
    }
  }

  @Test func `a field that shows each state loses letters under the same keys`() async {
    let runner = ManualRunner()
    let (store, field, screen) = (Self.store(runner), Field(), Screen())
    screen.subscribe(store, debounceFor: 0) { field.show($0.text) }
    runner.runUntilIdle()
    #expect(await field.shown.next() == "abcdef")
    field.press(.letter("u"))
    store.dispatch(.replace(field.content))
    runner.runUntilIdle()
    field.press(.letter("v"))
    store.dispatch(.replace(field.content))
    #expect(await field.shown.next() == "abcudef")
    #expect(field.content == "abcudef")
  }

  @Test func `the program's and the user's concurrent changes are both kept`() async {
    let runner = ManualRunner()
    let (store, field) = (Self.store(runner), Field())
    let editor = FieldEditor(store, \.text, edit: { .edit($0) }, show: { field.show($0) })
    // The message is sent, and its text is cleared; the user continues typing before the field is empty.
    store.dispatch(.replace(""))
    for letter in "uv" {
      field.press(.letter(letter))
      editor.edit(field.content)
    }
    runner.runUntilIdle()
    #expect(await field.shown.next() == "uv")
    #expect(field.cursor == 2)
    #expect(store.state.text == "uv")
  }

  @Test func `letters that a reducer capitalizes are shown as capitals, and the cursor stays`() async {
    let runner = ManualRunner()
    let (store, field) = (Self.store(runner), Field())
    let editor = FieldEditor(store, \.text, edit: { .edit($0) }, show: { field.show($0) })
    store.dispatch(.capitals)
    for letter in "uvw" {
      field.press(.letter(letter))
      editor.edit(field.content)
      if letter == "v" { runner.runUntilIdle() }
    }
    runner.runUntilIdle()
    #expect(await field.shown.next() == "ABCUVWDEF")
    #expect(field.cursor == 6)
  }

  @Test func `a letter that a reducer rejects disappears when all edits are reduced`() async {
    let (store, field) = (Self.store(.queue()), Field())
    let editor = FieldEditor(store, \.text, dispatch: { .replace($0) }, show: { field.show($0) })
    store.dispatch(.limit(6))
    field.press(.letter("u"))
    editor.edit(field.content)
    #expect(editor.value == "abcudef")
    #expect(await field.shown.next() == "abcude")
    #expect(editor.value == "abcude")
  }

  @Test func `an entered value is dispatched at once, and an equal value is not dispatched again`() {
    let (store, field) = (Self.store(.main), Field())
    let editor = FieldEditor(store, \.text, dispatch: { .append($0) }, show: { field.show($0) })
    editor.edit("abcdef")
    #expect(store.state.text == "abcdef")
    editor.edit("x")
    #expect(store.state.text == "abcdefx")
  }

  @Test func `an editor is released at once, even with an edit in progress`() {
    weak var freed: FieldEditor<String>?
    do {
      let editor = FieldEditor(Self.store(.queue()), \.text, dispatch: { FormAction.replace($0) }, show: { _ in })
      editor.edit("x")
      freed = editor
    }
    #expect(freed == nil)
  }
}
