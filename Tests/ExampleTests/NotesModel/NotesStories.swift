import NotesModel
import Puredux
import PureduxTesting
import Testing

/// The stories of the application: each describes the user's actions and the resulting states.
struct NotesStories {
  private let context = TestContext()

  private func stores(_ link: String = "notes") throws -> NotesStores {
    let state = try #require(NotesState(link: link))
    return context.run { NotesStores(StateStore(state, named: "notes") { $0.reduce($1) }) }
  }

  private func signedIn(_ link: String = "notes") throws -> (NotesStores, SignedIn) {
    let stores = try stores(link)
    context.runUntilIdle()
    stores.form?.dispatch(.signIn("Ada"))
    context.advance(by: .milliseconds(300))
    return (stores, try #require(stores.signedIn))
  }

  @Test func `a user signs in, and the form is released with its text`() throws {
    let stores = try stores()
    context.runUntilIdle()
    let form = try #require(stores.form)
    form.dispatch(.typed("Ada"))
    form.dispatch(.signIn("Ada"))
    context.advance(by: .milliseconds(299))
    #expect(stores.signedIn == nil)
    #expect(form.state.1 == "Ada")
    context.advance(by: .milliseconds(1))
    #expect(stores.root.state.session?.user == "Ada")
    #expect(stores.form == nil)
  }

  @Test func `without a name no user is signed in`() throws {
    let stores = try stores()
    context.runUntilIdle()
    stores.form?.dispatch(.signIn(""))
    context.advance(by: .seconds(1))
    #expect(stores.root.state.message == "Enter a name.")
    #expect(stores.signedIn == nil)
  }

  @Test func `after the last note was deleted, the note before it is selected`() throws {
    let (stores, signedIn) = try signedIn()
    signedIn.list.dispatch(.select(by: 2))
    context.runUntilIdle()
    #expect(signedIn.list.state.1 == 2)
    stores.root.dispatch(.answered(.confirmed(3)))
    context.runUntilIdle()
    #expect(signedIn.list.state.1 == 1)
    signedIn.list.dispatch(.select(by: -1))
    context.runUntilIdle()
    #expect(signedIn.list.state.1 == 0)
    for id in [1, 2] { stores.root.dispatch(.answered(.confirmed(id))) }
    signedIn.list.dispatch(.select(by: 1))
    context.runUntilIdle()
    #expect(signedIn.list.state.1 == 0)
  }

  @Test func `a note is opened, changed in the editor, and changed back`() throws {
    let (stores, signedIn) = try signedIn()
    signedIn.list.dispatch(.open(2))
    signedIn.list.dispatch(.edit(2))
    context.runUntilIdle()
    #expect(signedIn.screens.ids == [.note(2)])
    let editor = try #require(signedIn.editors.only)
    #expect(editor.state.1 == "Call Ada")
    editor.dispatch(.typed("Call Grace"))
    context.runUntilIdle()
    #expect(stores.root.state[2]?.text == "Call Ada")
    editor.dispatch(.save(try #require(editor.state.0.editor), editor.state.1))
    context.runUntilIdle()
    #expect(stores.root.state[2]?.text == "Call Grace")
    #expect(signedIn.editors.ids.isEmpty)
    stores.root.dispatch(.undo)
    context.runUntilIdle()
    #expect(stores.root.state[2]?.text == "Call Ada")
  }

  @Test func `saving twice, as with a key that is held down, makes one note`() throws {
    let (stores, signedIn) = try signedIn("notes/new")
    let editor = try #require(signedIn.editors.only)
    let shown = try #require(editor.state.0.editor)
    editor.dispatch(.save(shown, "one"))
    editor.dispatch(.save(shown, "one"))
    context.runUntilIdle()
    #expect(stores.root.state.notes.count == 4)
  }

  @Test func `an editor shows its current note, even if a link opened it, until something is typed`() throws {
    let (stores, signedIn) = try signedIn("notes/2/edit")
    let editor = try #require(signedIn.editors.only)
    #expect(editor.state.1 == "Call Ada")
    editor.dispatch(.save(try #require(editor.state.0.editor), "Call Grace"))
    stores.root.dispatch(.edit(2))
    context.runUntilIdle()
    let open = try #require(signedIn.editors.only)
    #expect(open.state.1 == "Call Grace")
    stores.root.dispatch(.undo)
    context.runUntilIdle()
    #expect(open.state.1 == "Call Ada")
    open.dispatch(.typed("Call Edsger"))
    context.runUntilIdle()
    #expect(open.state.1 == "Call Edsger" && stores.root.state[2]?.text == "Call Ada")
  }

  @Test func `a note is deleted after the question, and its screen and editor go with it`() throws {
    let (stores, signedIn) = try signedIn("notes/2/edit")
    stores.root.dispatch(.askToDelete(2))
    context.runUntilIdle()
    let dialog = try #require(stores.root.state.dialog)
    #expect(dialog.title == "Delete Call Ada?")
    stores.root.dispatch(.answered(nil))
    context.runUntilIdle()
    #expect(stores.root.state[2] != nil && stores.root.state.dialog == nil)
    stores.root.dispatch(.answered(dialog.choices[0].action))
    context.runUntilIdle()
    #expect(stores.root.state[2] == nil)
    #expect(signedIn.screens.ids.isEmpty && signedIn.editors.ids.isEmpty)
  }

  @Test func `a new session begins with nothing of the previous one`() throws {
    let (stores, first) = try signedIn("notes/1")
    first.list.dispatch(.select(by: 2))
    context.runUntilIdle()
    #expect(first.list.state.1 == 2)
    stores.root.dispatch(.signOut)
    first.list.dispatch(.select(by: -1))
    context.runUntilIdle()
    #expect(first.list.state.1 == 2)
    stores.form?.dispatch(.signIn("Grace"))
    context.advance(by: .seconds(1))
    #expect(stores.signedIn?.list.state.1 == 0)
    #expect(stores.signedIn?.screens.ids == [])
  }

  @Test(arguments: ["notes/1", "notes/2/edit", "notes/new"])
  func `a link leads to the same state as navigation`(link: String) throws {
    let (stores, _) = try signedIn(link)
    let (walked, list) = try signedIn()
    let parts = link.split(separator: "/").dropFirst()
    if let id = parts.first.flatMap({ Int($0) }) { list.list.dispatch(.open(id)) }
    if parts.last == "edit" { list.list.dispatch(.edit(2)) }
    if parts.last == "new" { list.list.dispatch(.edit(nil)) }
    context.runUntilIdle()
    #expect(stores.root.state.path == walked.root.state.path)
    #expect(stores.root.state.editor?.note == walked.root.state.editor?.note)
    #expect((stores.root.state.editor == nil) == (walked.root.state.editor == nil))
    #expect(stores.signedIn?.screens.ids == walked.signedIn?.screens.ids)
  }

  @Test(arguments: ["", "note", "notes/9", "notes/x", "notes/1/delete", "notes/1/edit/2"])
  func `a link that leads nowhere is refused`(link: String) { #expect(NotesState(link: link) == nil) }
}
