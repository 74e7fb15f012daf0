import PureduxBindings
import PureduxTesting
import SwiftUI
import Testing

private struct Pages: Sendable {
  var rows: [String] = []
  var title = ""
  var sheet: Sheet?

  struct Sheet: Identifiable, Sendable {
    let id: Int
  }
}

private enum PagesAction: Sendable {
  case saved, closed, typed(String)
}

/// A list with a sheet, in a view that can also be evaluated without a change of the state.
private struct List: View {
  let store: StateStore<Pages, PagesAction>
  @State private var count = 0

  var body: some View {
    Button("count") { count += 1 }
    Text("\(count)")
    StoreView(store) { pages, _ in
      Text(pages.rows.joined(separator: ", "))
        .sheet(item: store.presenting(\.sheet) { _ in .closed }) { _ in Text("sheet") }
    }
  }
}

/// A field, and a view of the same state that is updated at the default rate.
private struct Field: View {
  let store: StateStore<Pages, PagesAction>
  @State private var title = ""

  var body: some View {
    let text = store.binding(\.title) { .typed($0) }
    TextField("Title", text: text)
    Text("typed " + text.wrappedValue)
    Text(title).subscribe(store) { title = $0.title }
  }
}

/// All of one tree that is shown together is of one revision. The clock of these stores stands still.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RevisionTests {
  private let runner = ManualRunner()

  private func store(_ pages: Pages) -> StateStore<Pages, PagesAction> {
    StoreContext.with({ $0.clock = StoreClock(TestClock()) }) {
      StateStore(pages, runner: runner) { pages, action in
        switch action {
        case .saved:
          pages.rows.append("row")
          pages.sheet = nil
        case .closed: pages.sheet = nil
        case .typed(let title): pages.title = title.uppercased()
        }
      }
    }
  }

  @Test func `a sheet is not gone before its list shows the row, whatever evaluates the view`() async {
    let store = store(Pages(sheet: Pages.Sheet(id: 1)))
    let host = ViewHost(List(store: store))
    host.appear()
    runner.runUntilIdle()
    #expect(host.texts == ["count", "0", "", "sheet"])
    store.dispatch(.saved)
    runner.runUntilIdle()
    host.tap("count")
    await host.until { host.texts.contains("1") }
    #expect(host.texts == ["count", "1", "row"])
  }

  @Test func `a reduced edit is shown together with all views that wait for a frame`() async {
    let store = store(Pages())
    let host = ViewHost(Field(store: store))
    host.appear()
    runner.runUntilIdle()
    host.type("a", into: "Title")
    runner.runUntilIdle()
    await host.until { host.texts.contains("typed A") }
    #expect(host.texts == ["Title", "typed A", "A"])
  }
}
