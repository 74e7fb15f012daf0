import NotesModel
import PureduxBindings
import PureduxChildren
import SwiftUI
import Testing

/// The notes example with SwiftUI's own stack, sheet and alert.
///
/// The terminal program shares its logic.
private struct NotesView: View {
  let stores: NotesStores

  var body: some View {
    StoreView(stores.root, debounceFor: 0) { _, _ in
      if let signedIn = stores.signedIn {
        SignedInView(root: stores.root, signedIn: signedIn)
      } else if let form = stores.form {
        Button("Sign in as Ada") { form.dispatch(.signedIn("Ada")) }
      }
    }
  }
}

private struct SignedInView: View {
  let root: NotesStores.Root
  let signedIn: SignedIn

  var body: some View {
    NavigationStack(path: root.path(\.path) { .navigated($0) }) {
      ForEach(root.state.notes) { note in
        Button(note.title) { signedIn.list.dispatch(.open(note.id)) }
      }
      .navigationDestination(for: Route.self) { route in
        if case .note(let id) = route {
          Text("Showing \(id)")
          Button("Edit \(id)") { root.dispatch(.edit(id)) }
          Button("Delete \(id)") { root.dispatch(.askToDelete(id)) }
        }
      }
    }
    .sheet(item: root.presenting(\.editor) { .editorClosed($0) }) { editor in
      if let store = signedIn.editors.only {
        StoreView(store, debounceFor: 0) { _, _ in
          TextField("Text", text: store.binding(\.1) { .typed($0) })
          Button("Save") { store.dispatch(.save(editor, store.state.1)) }
        }
      }
    }
    .alert(root, \.dialog) { .answered($0) }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct NotesTests {
  private func host(_ link: String) throws -> (NotesStores, ViewHost) {
    let state = try #require(NotesState(link: link))
    let stores = NotesStores(StateStore(state, runner: .main) { $0.reduce($1) })
    let host = ViewHost(NotesView(stores: stores))
    host.appear()
    return (stores, host)
  }

  @Test func `a user signs in, opens a note, changes it, navigates back, and deletes it`() async throws {
    let (stores, host) = try host("notes")
    await host.until { host.texts.contains("Sign in as Ada") }
    host.tap("Sign in as Ada")
    await host.until { host.texts.contains("Call Ada") }
    host.tap("Call Ada")
    await host.until { host.texts.contains("Showing 2") }
    host.tap("Edit 2")
    await host.until { host.text(in: "Text") == "Call Ada" }
    host.type("Call Grace", into: "Text")
    host.tap("Save")
    await host.until { !host.texts.contains("Save") }
    #expect(stores.root.state[2]?.text == "Call Grace")
    host.tap("Delete 2")
    await host.until { host.texts.contains("Delete Call Grace?") }
    host.tap("Delete")
    await host.until { !host.texts.contains("Showing 2") }
    #expect(stores.root.state[2] == nil)
  }

  @Test func `a link shows the sheet above the screen, and the user's back leads to the list`() async throws {
    let (stores, host) = try host("notes/1/edit")
    stores.root.dispatch(.signedIn("Ada"))
    await host.until { host.texts.contains("Showing 1") && host.texts.contains("Save") }
    host.dismiss()
    await host.until { !host.texts.contains("Save") }
    host.goBack()
    await host.until { !host.texts.contains("Showing 1") }
    #expect(stores.root.state.path == [] && stores.root.state.editor == nil)
  }
}
