import PureduxBindings
import PureduxTesting
import Testing
import UIKit

/// Controllers that a state presents and pops, and that the user, the state, or both dismiss.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct PresentingControllerTests {
  struct Editor: Identifiable, Sendable, Equatable {
    let id: Int
  }

  struct Notes: Sendable {
    var path: [Int] = []
    var editor: Editor?
    var log: [String] = []
  }

  enum Action: Sendable { case edit(Editor?), editorClosed(Editor), open([Int]), navigated(PathChange<Int>), note }

  private let store = StateStore<Notes, Action>(Notes(), reducer: Self.reduce)

  nonisolated private static func reduce(_ notes: inout Notes, _ action: Action) {
    switch action {
    case .edit(let editor): notes.editor = editor
    case .editorClosed(let editor):
      notes.log.append("closed \(editor.id)")
      if notes.editor == editor { notes.editor = nil }
    case .open(let path): notes.path = path
    case .navigated(let change):
      notes.log.append("left \(change.left)")
      notes.path.apply(change)
    case .note: notes.log.append("note")
    }
  }

  /// The events, in order.
  @MainActor
  private final class Shown {
    private let (stream, continuation) = AsyncStream.makeStream(of: String.self)

    func show(_ text: String) { continuation.yield(text) }

    func next() async -> String? {
      for await text in stream { return text }
      return nil
    }
  }

  /// A list that is updated at the default rate.
  private final class List: UIStateObserver {}

  /// Shows the latest log entry, after all presentations of the same round of updates.
  private final class Fence: UIStateObserver {
    private let shown = Shown()

    init(_ store: StateStore<Notes, Action>) {
      subscribe(store, debounceFor: 0) { [shown] notes in
        shown.show("\(notes.log.last ?? "nothing"), \(notes.editor?.id ?? 0)")
      }
    }

    func until(_ text: String) async {
      while let next = await shown.next(), next != text {}
    }
  }

  private final class Presenter: UIViewController {
    let shown = Shown()
    /// Whether dismissals take time, as if animated.
    var isSlow = false
    private var ending: (() -> Void)?

    override func present(_ controller: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil) {
      super.present(controller, animated: flag, completion: completion)
      shown.show("presented")
    }

    override func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
      shown.show("dismissed")
      guard isSlow else { return super.dismiss(animated: flag, completion: completion) }
      ending = { super.dismiss(animated: flag, completion: completion) }
    }

    func endDismissal() {
      ending?()
      ending = nil
    }
  }

  private final class EditorController: UIViewController {
    let editor: Editor

    init(_ editor: Editor) {
      self.editor = editor
      super.init()
    }
  }

  private func presenter(_ store: StateStore<Notes, Action>? = nil) -> Presenter {
    let presenter = Presenter()
    presenter.present(store ?? self.store, \.editor, dismiss: { .editorClosed($0) }) { EditorController($0) }
    return presenter
  }

  @Test func `a presentation that UIKit refuses is retried until it succeeds`() async {
    let clock = TestClock()
    let store = StoreContext.with({ $0.clock = StoreClock(clock) }) {
      StateStore<Notes, Action>(Notes(), reducer: Self.reduce)
    }
    let presenter = Presenter()
    presenter.standInLacksWindow = true
    presenter.present(store, \.editor, dismiss: { .editorClosed($0) }) { _ in UIViewController() }
    await store.send(.edit(Editor(id: 1)))
    await clock.untilAsleep()
    clock.advance(by: .milliseconds(16))
    #expect(await presenter.shown.next() == "presented")
    await clock.untilAsleep()
    clock.advance(by: .milliseconds(100))
    #expect(await presenter.shown.next() == "presented")
    #expect(presenter.presentedViewController == nil)
    presenter.standInLacksWindow = false
    // The presentation is retried without a new state.
    await clock.untilAsleep()
    clock.advance(by: .milliseconds(200))
    #expect(await presenter.shown.next() == "presented")
    #expect(presenter.presentedViewController != nil)
  }

  @Test func `a controller is dismissed in the update that shows the row behind it`() async {
    let clock = TestClock()
    let store = StoreContext.with({ $0.clock = StoreClock(clock) }) {
      StateStore<Notes, Action>(Notes(editor: Editor(id: 1)), reducer: Self.reduce)
    }
    let (list, rows) = (List(), Recorder<Int>())
    list.subscribe(store) { notes in rows.record(notes.log.count) }
    let presenter = presenter(store)
    #expect(await presenter.shown.next() == "presented")
    await store.send(.editorClosed(Editor(id: 1)))
    // A round that has already begun would end before this task.
    await Task { @MainActor in }.value
    #expect(presenter.presentedViewController != nil && rows.values == [0])
    await clock.untilAsleep()
    clock.advance(by: .milliseconds(16))
    #expect(await presenter.shown.next() == "dismissed")
    #expect(rows.values == [0, 1])
  }

  @Test func `the state presents and dismisses, and another item replaces the previous one`() async {
    let presenter = presenter()
    await store.send(.edit(Editor(id: 1)))
    #expect(await presenter.shown.next() == "presented")
    let first = presenter.presentedViewController
    await store.send(.edit(Editor(id: 2)))
    #expect(await presenter.shown.next() == "dismissed")
    #expect(await presenter.shown.next() == "presented")
    #expect(presenter.presentedViewController !== first)
    await store.send(.edit(nil))
    #expect(await presenter.shown.next() == "dismissed")
    #expect(presenter.presentedViewController == nil)
    #expect(store.state.log == [])
  }

  @Test func `a controller that the user swipes down dispatches once, and names the item`() async {
    let presenter = presenter()
    await store.send(.edit(Editor(id: 1)))
    #expect(await presenter.shown.next() == "presented")
    presenter.sweepDown()
    await store.settled()
    #expect(store.state.log == ["closed 1"])
    #expect(store.state.editor == nil)
  }

  @Test func `a swipe by the user dispatches nothing if the state has already ended the presentation`() async {
    let presenter = presenter()
    await store.send(.edit(Editor(id: 1)))
    #expect(await presenter.shown.next() == "presented")
    await store.send(.edit(nil))
    presenter.sweepDown()
    await store.settled()
    #expect(store.state.log == [])
  }

  @Test(arguments: [nil, 3])
  func `the state decides at the end of a dismissal which item is presented`(latest: Int?) async {
    let presenter = presenter()
    let fence = Fence(store)
    await store.send(.edit(Editor(id: 1)))
    #expect(await presenter.shown.next() == "presented")
    presenter.isSlow = true
    await store.send(.edit(Editor(id: 2)))
    #expect(await presenter.shown.next() == "dismissed")
    await store.send(.edit(latest.map { Editor(id: $0) }))
    await store.send(.note)
    await fence.until("note, \(latest ?? 0)")
    presenter.endDismissal()
    #expect((presenter.presentedViewController as? EditorController)?.editor.id == latest)
  }

  @Test func `an update that is older than the user's dismissal does not present the editor again`() async {
    let runner = ManualRunner()
    let store = StateStore<Notes, Action>(Notes(), runner: runner, reducer: Self.reduce)
    let presenter = presenter(store)
    let fence = Fence(store)
    store.dispatch(.edit(Editor(id: 1)))
    runner.runUntilIdle()
    #expect(await presenter.shown.next() == "presented")
    store.dispatch(.note)
    runner.runUntilIdle()
    presenter.sweepDown()
    await fence.until("note, 1")
    #expect(presenter.presentedViewController == nil)
    runner.runUntilIdle()
    await fence.until("closed 1, 0")
    #expect(presenter.presentedViewController == nil)
  }

  @Test func `an editor that the reducer does not close is presented again`() async {
    let store = StateStore<Notes, Action>(Notes()) { notes, action in
      if case .edit(let editor) = action { notes.editor = editor }
    }
    let presenter = presenter(store)
    await store.send(.edit(Editor(id: 1)))
    #expect(await presenter.shown.next() == "presented")
    presenter.sweepDown()
    #expect(await presenter.shown.next() == "dismissed")
    #expect(await presenter.shown.next() == "presented")
    #expect(presenter.presentedViewController != nil)
  }

  private final class Stack: UINavigationController {
    let shown = Shown()

    override func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
      super.setViewControllers(viewControllers, animated: animated)
      shown.show("\(viewControllers.count)")
    }
  }

  @Test func `controllers follow a path, and a controller that stays is kept`() async {
    let root = UIViewController()
    let stack = Stack(rootViewController: root)
    stack.follow(store, \.path, dispatch: { .navigated($0) }) { _ in UIViewController() }
    await store.send(.open([1, 2]))
    #expect(await stack.shown.next() == "3")
    let second = stack.viewControllers[2]
    await store.send(.open([2]))
    #expect(await stack.shown.next() == "2")
    #expect(stack.viewControllers.first === root && stack.viewControllers.last === second)
    #expect(store.state.log == [])
  }

  @Test func `navigating back dispatches the popped screens, once`() async {
    let stack = Stack(rootViewController: UIViewController())
    stack.follow(store, \.path, dispatch: { .navigated($0) }) { _ in UIViewController() }
    await store.send(.open([1, 2, 3]))
    #expect(await stack.shown.next() == "4")
    stack.popViewController(animated: true)
    await store.settled()
    #expect(store.state.path == [1, 2])
    #expect(store.state.log == ["left [3]"])
  }

  @Test func `an update that is older than the user's navigation does not push the screen again`() async {
    let runner = ManualRunner()
    let store = StateStore<Notes, Action>(Notes(), runner: runner, reducer: Self.reduce)
    let stack = Stack(rootViewController: UIViewController())
    stack.follow(store, \.path, dispatch: { .navigated($0) }) { _ in UIViewController() }
    let fence = Fence(store)
    store.dispatch(.open([1, 2]))
    runner.runUntilIdle()
    #expect(await stack.shown.next() == "3")
    store.dispatch(.note)
    runner.runUntilIdle()
    stack.popViewController(animated: true)
    await fence.until("note, 0")
    #expect(stack.viewControllers.count == 2)
    runner.runUntilIdle()
    await fence.until("left [2], 0")
    #expect(stack.viewControllers.count == 2)
    #expect(store.state.path == [1])
  }
}
