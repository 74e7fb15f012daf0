import PureduxBindings
import PureduxTesting
import SwiftUI
import Testing

private struct Draft: Sendable, Equatable {
  var text = ""
  var titles = ["", ""]
  var sheet: Page?
}

private struct Page: Identifiable, Sendable, Equatable {
  let id: Int
}

private enum DraftAction: Sendable {
  case typed(String), named(Int, String), closed(Int)
}

/// A field of a projection that the view's parent makes anew at each evaluation.
private struct RemadeField: View {
  let draft: StateStore<String, DraftAction>

  init(_ store: StateStore<Draft, DraftAction>) { draft = store.map(state: \.text) }

  var body: some View { TextField("Title", text: draft.binding(\.self) { .typed($0) }) }
}

/// A row of a projection that the view's parent makes anew at each evaluation.
private struct RemadeRow: View {
  let index: Int
  let title: StateStore<String, DraftAction>

  init(_ store: StateStore<Draft, DraftAction>, _ index: Int) {
    self.index = index
    title = store.map(state: { $0.titles[index] })
  }

  var body: some View { TextField("Row \(index)", text: title.binding(\.self) { [index] in .named(index, $0) }) }
}

private struct RemadeSheet: View {
  let page: StateStore<Page?, DraftAction>

  init(_ store: StateStore<Draft, DraftAction>) { page = store.map(state: \.sheet) }

  var body: some View {
    Text("below").sheet(item: page.presenting(\.self) { .closed($0.id) }) { page in Text("page \(page.id)") }
  }
}

private struct Parent<Content: View>: View {
  @ViewBuilder let content: () -> Content
  @State private var count = 0

  var body: some View {
    Button("count") { count += 1 }
    Text("\(count)")
    content()
  }
}

/// Fields of projections whose stores have not reduced what was typed.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ProjectionTests {
  private let runner = ManualRunner()
  private let store: StateStore<Draft, DraftAction>

  init() {
    store = StateStore(Draft(sheet: Page(id: 7)), runner: runner) { draft, action in
      switch action {
      case .typed(let text): draft.text = text.uppercased()
      case .named(let index, let title): draft.titles[index] = title
      case .closed(let id): if draft.sheet?.id == id { draft.sheet = nil }
      }
    }
  }

  private func evaluate(_ host: ViewHost, _ count: Int) async {
    host.tap("count")
    await host.until { host.texts.contains("\(count)") }
  }

  @Test func `a projection that is made anew keeps typed text, and shows the state when it was reduced`() async {
    let host = ViewHost(Parent { [store] in RemadeField(store) })
    host.appear()
    host.type("a", into: "Title")
    await evaluate(host, 1)
    #expect(host.text(in: "Title") == "a")
    host.type("ab", into: "Title")
    await evaluate(host, 2)
    #expect(host.text(in: "Title") == "ab")
    await evaluate(host, 3)
    #expect(host.text(in: "Title") == "ab")
    runner.runUntilIdle()
    await host.until { host.text(in: "Title") == "AB" }
    host.type("", into: "Title")
    await evaluate(host, 4)
    #expect(host.text(in: "Title") == "")
    runner.runUntilIdle()
  }

  @Test func `a projection that is made anew does not receive the text of another row`() async {
    let host = ViewHost(
      Parent { [store] in
        RemadeRow(store, 0)
        RemadeRow(store, 1)
      })
    host.appear()
    host.type("one", into: "Row 0")
    await evaluate(host, 1)
    #expect(host.text(in: "Row 0") == "one")
    #expect(host.text(in: "Row 1") == "")
    host.type("two", into: "Row 1")
    await evaluate(host, 2)
    #expect(host.text(in: "Row 0") == "one")
    #expect(host.text(in: "Row 1") == "two")
    runner.runUntilIdle()
    #expect(store.state.titles == ["one", "two"])
  }

  @Test func `a sheet of a projection that is made anew stays dismissed until the action was reduced`() async {
    let host = ViewHost(Parent { [store] in RemadeSheet(store) })
    host.appear()
    #expect(host.texts.contains("page 7"))
    host.dismiss()
    await evaluate(host, 1)
    #expect(!host.texts.contains("page 7"))
    await evaluate(host, 2)
    #expect(!host.texts.contains("page 7"))
    runner.runUntilIdle()
    #expect(store.state.sheet == nil)
  }

  @Test func `two projections that are kept do not share typed text, though their actions are equal`() {
    let texts = store.map(state: { [$0.text, "other"] })
    let fields = [0, 1].map { index in texts.map(state: { $0[index] }) }
      .map { field in field.binding(\.self) { .typed($0) } }
    fields[0].wrappedValue = "a"
    #expect(fields.map(\.wrappedValue) == ["a", "other"])
    runner.runUntilIdle()
  }
}
