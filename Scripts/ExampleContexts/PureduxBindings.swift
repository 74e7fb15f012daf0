// What the examples in the comments of the bindings speak of.
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

struct PlayerProps {
  let title: String
  let dispatch: Dispatch<PlayerAction>

  init(_ title: String, _ dispatch: @escaping Dispatch<PlayerAction>) {
    self.title = title
    self.dispatch = dispatch
  }
}

struct Lyrics: Sendable {
  let text: String
  init(of player: Player) { text = player.title }
}

@MainActor
final class Field { var text = "" }

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

// What a view keeps in its state.
@MainActor var title = ""
@MainActor var second = 0
@MainActor var player: Player?
@MainActor var props = PlayerProps("") { _ in }

#if canImport(SwiftUI)
  struct PlayerControls: View {
    let props: PlayerProps

    init(_ props: PlayerProps) { self.props = props }

    var body: some View { Text(props.title) }
  }
#endif
