import PureduxCompatibility
import PureduxTesting
import SwiftUI
import Testing

@testable import PureduxBindings

/// Typing into a field while its store, whose turns the test controls, has not reduced earlier input.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct EditingTests {
  private let runner = ManualRunner()
  private let store: StateStore<Library, any Action>

  init() { store = StateStore(Library(books: ["Emma"]), runner: runner) { $0.reduce($1) } }

  /// Types one letter after another at the end of the field's current text, while the store lags behind.
  private func type(_ letters: String, into host: ViewHost) async {
    for (index, letter) in letters.enumerated() {
      host.type((host.text(in: "Search") ?? "") + "\(letter)", into: "Search")
      #expect(host.text(in: "Search") == String(letters.prefix(index + 1)))
      if index.isMultiple(of: 3) { runner.runUntilIdle() }
      await Task { @MainActor in }.value
      #expect(host.text(in: "Search") == String(letters.prefix(index + 1)))
    }
    runner.runUntilIdle()
  }

  @Test func `a binding of a store loses no letter`() async {
    let host = ViewHost(
      StoreView(store) { state, _ in
        TextField("Search", text: store.binding(\.query) { SetQuery(query: $0) })
        Text(state.query)
      })
    host.appear()
    await type("uvwxyz0123", into: host)
    await host.until { host.texts == ["Search", "uvwxyz0123"] }
    #expect(host.text(in: "Search") == "uvwxyz0123")
  }

  @Test func `a binding of a store has the state's value when the edits are reduced`() async {
    let capitals = StateStore<String, String>("", runner: runner) { $0 = $1.uppercased() }
    let host = ViewHost(EditedText(store: capitals))
    host.appear()
    host.type("a", into: "Search")
    #expect(host.text(in: "Search") == "a")
    runner.runUntilIdle()
    await host.until { host.text(in: "Search") == "A" }
  }

  @Test func `bindings of several stores, and of several projections, do not share typed text`() {
    let (other, field) = (Library.store(), \Library.query as any KeyPath<Library, String> & Sendable)
    let pair = StateStore<(Library, Library), any Action>((Library(), Library()), runner: runner) { _, _ in }
    let (one, two) = (pair.map(state: { $0.0 }), pair.map(state: { $0.1 }))
    store.binding(field) { SetQuery(query: $0) }.wrappedValue = "typed"
    one.binding(field) { SetQuery(query: $0) }.wrappedValue = "one"
    #expect(store.binding(field) { SetQuery(query: $0) }.wrappedValue == "typed")
    #expect(other.binding(field) { SetQuery(query: $0) }.wrappedValue == "")
    #expect(one.binding(field) { SetQuery(query: $0) }.wrappedValue == "one")
    #expect(two.binding(field) { SetQuery(query: $0) }.wrappedValue == "")
    runner.runUntilIdle()
  }

  @Test func `a projection does not receive text that was typed into a released projection`() {
    let pair = StateStore<(Library, Library), any Action>((Library(), Library()), runner: runner) { _, _ in }
    let field = \Library.query as any KeyPath<Library, String> & Sendable
    for _ in 0..<100 { pair.map(state: { $0.0 }).binding(field) { SetQuery(query: $0) }.wrappedValue = "typed" }
    // A new projection may have the address of a released one.
    let others = (0..<1000).map { _ in pair.map(state: { $0.1 }) }
    #expect(others.allSatisfy { $0.binding(field) { SetQuery(query: $0) }.wrappedValue.isEmpty })
    runner.runUntilIdle()
  }

  @Test func `an editing view loses no letter`() async {
    let host = ViewHost(
      EditingView(store, \.query, dispatch: { SetQuery(query: $0) }) { query in
        TextField("Search", text: query)
      })
    host.appear()
    await type("uvwxyz0123", into: host)
    store.dispatch(SetQuery(query: "changed"))
    runner.runUntilIdle()
    await host.until { host.text(in: "Search") == "changed" }
    #expect(store.state.query == "changed")
  }

  @Test func `an editing view whose text reducers also change keeps both changes`() async {
    let messages = StateStore<String, Message>("hello", runner: runner) { text, message in
      switch message {
      case .edited(let edit): text.apply(edit)
      case .sent: text = ""
      }
    }
    let host = ViewHost(
      EditingView(messages, { $0 }, edit: { .edited($0) }) { text in TextField("Search", text: text) })
    host.appear()
    messages.dispatch(.sent)
    host.type("hello!", into: "Search")
    runner.runUntilIdle()
    await host.until { host.text(in: "Search") == "!" }
  }

  @Test func `an editing view that receives a projection to another element edits that element`() async {
    let names = StateStore(["Emma", "Walden"], runner: runner, reducer: Rename.reduce)
    let host = ViewHost(NameView(names: [0, 1].map { index in names.map(state: { $0[index] }) }))
    host.appear()
    #expect(host.text(in: "Name") == "Emma")
    let passes = host.passes
    host.tap("next")
    await host.until { host.passes > passes }
    #expect(host.text(in: "Name") == "Walden")
    host.type("Walden!", into: "Name")
    runner.runUntilIdle()
    #expect(names.state == ["Emma", "Walden!"])
  }

  @Test func `an editing view that receives a projection during an edit switches after the edit`() async {
    let names = StateStore(["Emma", "Walden"], runner: runner, reducer: Rename.reduce)
    let host = ViewHost(NameView(names: [0, 1].map { index in names.map(state: { $0[index] }) }))
    host.appear()
    host.type("Emma!", into: "Name")
    let passes = host.passes
    host.tap("next")
    await host.until { host.passes > passes }
    #expect(host.text(in: "Name") == "Emma!")
    runner.runUntilIdle()
    await host.until { host.text(in: "Name") == "Walden" }
    #expect(names.state == ["Emma!", "Walden"])
  }

  @Test func `an editing view loses no letter if each body creates its projection`() async {
    let host = ViewHost(
      StoreView(store) { state, _ in
        EditingView(store.map(state: { $0.query }), { $0 }, dispatch: { SetQuery(query: $0) }) { query in
          TextField("Search", text: query)
        }
        Text(state.query)
      })
    host.appear()
    await type("uvwxyz0123", into: host)
    await host.until { host.texts == ["Search", "uvwxyz0123"] }
    #expect(host.text(in: "Search") == "uvwxyz0123")
  }

  @Test func `a connected view loses no letter`() async {
    let host = ViewHost(Search().provideStore(store))
    host.appear()
    await type("uvwxyz0123", into: host)
    await host.until { host.texts == ["Search", "uvwxyz0123"] }
    #expect(store.state.query == "uvwxyz0123")
  }
}

private enum Message: Sendable {
  case edited(TextEdit), sent
}

private struct Rename: Sendable {
  let index: Int
  let name: String

  static let reduce: Reducer<[String], Rename> = { $0[$1.index] = $1.name }
}

/// Edits the first name, and the second name after a tap.
private struct NameView: View {
  let names: [StateStore<String, Rename>]
  @State private var shown = 0

  var body: some View {
    EditingView(names[shown], { $0 }, dispatch: { [shown] name in Rename(index: shown, name: name) }) { name in
      TextField("Name", text: name)
    }
    Button("next") { shown = 1 }
  }
}

private struct EditedText: View {
  let store: StateStore<String, String>

  var body: some View { TextField("Search", text: store.binding(\.self) { $0 }) }
}

private struct Search: ConnectableView {
  struct Props: Equatable {
    @ActionBinding var query: String
  }

  func map(state: Library, binder: ActionBinder) -> Props? {
    Props(query: binder.bind(state.query) { SetQuery(query: $0) })
  }

  func body(props: Props) -> some View {
    TextField("Search", text: props.$query)
    Text(props.query)
  }
}
