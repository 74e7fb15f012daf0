import Observation
import PureduxBindings
import PureduxTesting
import SwiftUI
import Testing

private struct Book: Sendable {
  var title = ""
  var pages: [Int] = []
  var note: Note?
  var visitCount = 0

  /// Not `Equatable`.
  struct Note: Identifiable, Sendable {
    let id: Int
    var text: String
  }
}

private enum BookAction: Sendable {
  case titled(String), opened([Int]), noted(Book.Note?), visited, navigated(PathChange<Int>)
}

/// A view that nothing but its bindings updates.
private struct Cover: View {
  let store: StateStore<Book, BookAction>
  let evaluated: Recorder<Void>

  var body: some View {
    evaluated.record(())
    return NavigationStack(path: store.path(\.pages) { .navigated($0) }) {
      TextField("Title", text: store.binding(\.title) { .titled($0) })
        .navigationDestination(for: Int.self) { Text("page \($0)") }
    }
    .sheet(item: store.presenting(\.note) { _ in .noted(nil) }) { note in Text("note: \(note.text)") }
  }
}

/// A view that reads a binding is updated when the binding's part changes, in whatever view it is.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ReadFieldsTests {
  private let evaluated = Recorder<Void>()
  private let misuse = Recorder<Misuse>()

  private func makeStore(runner: some StoreRunner = .queue()) -> StateStore<Book, BookAction> {
    StoreContext.with({ $0.misuseReporter = misuse.reporter }) {
      StateStore(Book(), runner: runner) { book, action in
        switch action {
        case .titled(let title): book.title = title
        case .opened(let pages): book.pages = pages
        case .noted(let note): book.note = note
        case .visited: book.visitCount += 1
        case .navigated(let change): book.pages.apply(change)
        }
      }
    }
  }

  private func show(_ store: StateStore<Book, BookAction>) -> ViewHost {
    let host = ViewHost(Cover(store: store, evaluated: evaluated))
    host.appear()
    return host
  }

  @Test func `a sheet appears, changes and goes although nothing else updates its view`() async {
    let store = makeStore()
    let host = show(store)
    await store.send(.noted(Book.Note(id: 1, text: "begun")))
    await host.until { host.texts.contains("note: begun") }
    await store.send(.noted(Book.Note(id: 1, text: "done")))
    await host.until { host.texts.contains("note: done") }
    await store.send(.noted(nil))
    await host.until { !host.texts.contains { $0.hasPrefix("note") } }
  }

  @Test func `a stack and a text field show what a reducer changed, again and again`() async {
    let store = makeStore()
    let host = show(store)
    for number in 1...3 {
      await store.send(.opened([number]))
      await host.until { host.texts.contains("page \(number)") }
      await store.send(.titled("title \(number)"))
      await host.until { host.text(in: "Title") == "title \(number)" }
    }
  }

  @Test func `a view is evaluated once for an edit, however long its reduction takes`() async {
    let runner = ManualRunner()
    let host = show(makeStore(runner: runner))
    runner.runUntilIdle()
    let other = makeStore()
    await show(.visited, in: other)
    evaluated.removeAll()
    host.type("a", into: "Title")
    for _ in 0..<20 { await show(.visited, in: other) }
    #expect(evaluated.values.count <= 1)
    #expect(host.text(in: "Title") == "a")
    runner.runUntilIdle()
  }

  /// Changes the state, and returns when all views of the tree have been updated.
  private func show(_ action: BookAction, in store: StateStore<Book, BookAction>) async {
    let (shown, continuation) = AsyncStream<Int>.makeStream()
    let visits = store.bind(\.visitCount) { continuation.yield($0) }
    store.dispatch(action)
    await store.send(.visited)
    for await count in shown where count == store.state.visitCount { break }
    visits.cancel()
  }

  /// Records when the value that the binding returns now is no longer the one in the state.
  private func change(of title: Binding<String>) -> Recorder<Void> {
    let changed = Recorder<Void>()
    withObservationTracking {
      _ = title.wrappedValue
    } onChange: {
      changed.record(())
    }
    return changed
  }

  @Test func `a view is not evaluated again for other changes, if its parts are equal`() async {
    let store = makeStore()
    let changed = change(of: store.binding(\.title) { .titled($0) })
    for page in 0..<10 { await show(.opened([page]), in: store) }
    #expect(changed.values.isEmpty)
    await show(.titled("new"), in: store)
    #expect(changed.values.count == 1)
  }

  @Test func `a view that shows an older value is updated, although a later reader has the newest`() async {
    let store = makeStore()
    let title = store.binding(\.title) { .titled($0) }
    let changed = change(of: title)
    await store.send(.titled("new"))
    #expect(title.wrappedValue == "new")
    await show(.opened([]), in: store)
    #expect(changed.values.count == 1)
  }

  @Test func `a part that is not Equatable changes with the state, and only then`() async {
    let store = makeStore()
    await store.send(.noted(Book.Note(id: 1, text: "begun")))
    let note = store.presenting(\.note) { _ in .noted(nil) }
    let changed = Recorder<Void>()
    for expected in 1...3 {
      withObservationTracking {
        _ = note.wrappedValue
      } onChange: {
        changed.record(())
      }
      await show(.visited, in: store)
      #expect(changed.values.count == expected)
    }
  }

  @Test func `a binding that was read retains no store, and is not reported when the store is released`() async {
    let handle: WeakStore<Book, BookAction>
    do {
      let store = makeStore()
      handle = store.weak()
      let host = show(store)
      await store.send(.noted(Book.Note(id: 1, text: "begun")))
      await host.until { host.texts.contains("note: begun") }
      host.remove()
      await show(.visited, in: store)
    }
    #expect(handle.isGone)
    let other = makeStore()
    await show(.visited, in: other)
    #expect(misuse.values.isEmpty)
  }
}
