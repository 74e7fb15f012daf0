import PureduxBindings
import PureduxTesting
import SwiftUI
import Testing

/// Sheets, stacks and dialogs as parts of a state, which the user, the state, or both dismiss.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct PresentingTests {
  struct Editor: Identifiable, Sendable, Equatable {
    let id: Int
  }

  enum Deletion: Sendable, Equatable { case confirmed }

  struct Notes: Sendable {
    var path: [Int] = []
    var editor: Editor?
    var dialog: Dialog<Deletion>?
    var isDeleted = false
    var log: [String] = []
  }

  enum Action: Sendable {
    case navigated(PathChange<Int>), open([Int]), edit(Editor?), editorClosed(Editor), ask, answered(Deletion?)
  }

  private let store = StateStore<Notes, Action>(Notes()) { notes, action in
    notes.log.append("\(action)")
    switch action {
    case .navigated(let change): notes.path.apply(change)
    case .open(let path): notes.path = path
    case .edit(let editor): notes.editor = editor
    case .editorClosed(let editor): if notes.editor == editor { notes.editor = nil }
    case .ask:
      notes.dialog = Dialog(
        "Delete?", message: "For good.",
        choices: [.init("Delete", role: .destructive, action: .confirmed), .init("Keep", role: .cancel)])
    case .answered(let choice):
      notes.dialog = nil
      if choice == .confirmed { notes.isDeleted = true }
    }
  }

  private struct Screen: View {
    let store: StateStore<Notes, Action>

    var body: some View {
      StoreView(store, debounceFor: 0) { _, _ in
        NavigationStack(path: store.path(\.path) { .navigated($0) }) {
          Text("list")
            .navigationDestination(for: Int.self) { Text("note \($0)") }
        }
        .sheet(item: store.presenting(\.editor) { .editorClosed($0) }) { editor in Text("editor \(editor.id)") }
        .alert(store, \.dialog) { .answered($0) }
      }
    }
  }

  private func host() -> ViewHost {
    let host = ViewHost(Screen(store: store))
    host.appear()
    return host
  }

  @Test func `the screens of a path are shown, and navigating back dispatches the popped screens`() async {
    let host = host()
    await store.send(.open([1, 2]))
    await host.until { host.texts == ["list", "note 1", "note 2"] }
    host.goBack()
    await host.until { host.texts == ["list", "note 1"] }
    await store.settled()
    #expect(store.state.path == [1])
    await store.send(.open([]))
    await host.until { host.texts == ["list"] }
    #expect(store.state.log.count { $0.hasPrefix("navigated") } == 1)
  }

  @Test func `a sheet that the user closes dispatches once, with the presented item`() async {
    let host = host()
    await store.send(.edit(Editor(id: 1)))
    await host.until { host.texts == ["list", "editor 1"] }
    host.dismiss()
    host.dismiss()
    await host.until { host.texts == ["list"] }
    await store.settled()
    #expect(store.state.log.count { $0.hasPrefix("editorClosed") } == 1)
    #expect(store.state.editor == nil)
  }

  @Test func `a sheet that the state closes dispatches nothing`() async {
    let host = host()
    await store.send(.edit(Editor(id: 1)))
    await host.until { host.texts == ["list", "editor 1"] }
    await store.send(.edit(nil))
    await host.until { host.texts == ["list"] }
    #expect(store.state.log.count == 2)
  }

  @Test func `a user who closes a sheet that the state has replaced closes only the first sheet`() async {
    let host = host()
    await store.send(.edit(Editor(id: 1)))
    await host.until { host.texts == ["list", "editor 1"] }
    let shown = store.presenting(\.editor) { .editorClosed($0) }
    await store.send(.edit(Editor(id: 2)))
    shown.wrappedValue = nil
    await store.settled()
    #expect(store.state.editor == Editor(id: 2))
    await host.until { host.texts == ["list", "editor 2"] }
    await store.send(.edit(nil))
    shown.wrappedValue = nil
    await store.settled()
    #expect(store.state.log.count == 4)
  }

  @Test(arguments: [true, false])
  func `a dialog shows its choices, and one answer ends it`(confirms: Bool) async {
    let host = host()
    await store.send(.ask)
    await host.until { host.texts == ["list", "Delete?", "For good.", "Delete", "Keep"] }
    host.tap(confirms ? "Delete" : "Keep")
    await host.until { host.texts == ["list"] }
    await store.settled()
    #expect(store.state.isDeleted == confirms)
    #expect(store.state.dialog == nil)
    #expect(store.state.log.count == 2)
  }

  @Test func `a dialog that the state removes dispatches nothing`() async {
    let host = host()
    await store.send(.ask)
    await host.until { host.texts.contains("Delete?") }
    await store.send(.answered(nil))
    await host.until { host.texts == ["list"] }
    #expect(store.state.log.count == 2)
  }
}
