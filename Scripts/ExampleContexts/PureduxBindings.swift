// The declarations that the examples in the comments of the bindings use.
@_exported import Observation
import PureduxBindings

#if canImport(SwiftUI)
  import SwiftUI
#endif

struct Player: Equatable, Sendable {
  var title = ""
  var second = 0
  var draft = ""
}

enum PlayerAction: Sendable {
  case play(String)
  case edited(TextEdit)
  case tick
}

struct PlayerReducer: Reducing {
  func reduce(_ state: inout Player, _ action: PlayerAction) {
    switch action {
    case .play(let title): state.title = title
    case .edited(let edit): state.draft.apply(edit)
    case .tick: state.second += 1
    }
  }
}

let store = StateStore(Player(), reducer: PlayerReducer())

struct Song: Identifiable, Sendable {
  let id: Int
  var title = ""
}

struct PlayerProps {
  let title: String
  let dispatch: Dispatch<PlayerAction>

  init(_ title: String, _ dispatch: @escaping Dispatch<PlayerAction>) {
    self.title = title
    self.dispatch = dispatch
  }
}

struct Item: Identifiable, Sendable { let id: Int }

struct Lyrics: Sendable {
  let text: String
  init(of player: Player) { text = player.title }
}

@MainActor
final class Field: UIStateObserver { var text = "" }

@MainActor
final class Screen: UIStateObserver {}

@MainActor
final class Bar: Presentable {
  var presenter: (any PresenterProtocol)?

  func setProps(_ props: String) {}
  func viewDidLoad() { presenter?.subscribeToStore() }
}

@MainActor let field = Field()
@MainActor let screen = Screen()
@MainActor let bar = Bar()

// The data that a view stores in its state.
@MainActor var title = ""
@MainActor var second = 0
@MainActor var player: Player?
@MainActor var props = PlayerProps("") { _ in }

// Presentations: screens, a sheet and a dialog of an application for notes.
struct NoteEditor: Identifiable, Sendable {
  let id: Int
  var title = ""
}

struct NotesState: Sendable {
  var path: [Int] = []
  var editor: NoteEditor?
  var dialog: Dialog<String>?
}

enum NotesAction: Sendable {
  case navigated(PathChange<Int>)
  case editorClosed(Int)
  case answered(String?)
}

let notes = StateStore<NotesState, NotesAction>(NotesState()) { _, _ in }

#if canImport(SwiftUI)
  struct NoteList: View {
    var body: some View { Text("notes") }
  }

  struct PlayerControls: View {
    let props: PlayerProps

    init(_ props: PlayerProps) { self.props = props }

    var body: some View { Text(props.title) }
  }
#endif

#if canImport(UIKit)
  import UIKit

  final class EditorController: UIViewController {
    init(_ editor: NoteEditor) { super.init() }
  }

  final class NoteController: UIViewController {
    init(_ id: Int) { super.init() }
  }

  @MainActor let navigation = UINavigationController(rootViewController: UIViewController())
  @MainActor func present<State, Action, Item: Identifiable & Sendable>(
    _ store: some Store<State, Action>, _ item: any KeyPath<State, Item?> & Sendable,
    dismiss: @escaping @Sendable (Item) -> Action, _ make: @escaping @MainActor (Item) -> UIViewController
  ) {
    navigation.present(store, item, dismiss: dismiss, make)
  }
#endif
