import PureduxBindings
import SwiftUI

// A mistake in the content of a `StoreView` is reported as itself, not as a call of the store.

struct Player: Sendable { var title = "" }

enum PlayerAction: Sendable {
  case tick
  case play(String)
}

struct UnknownProperty: View {
  let store: StateStore<Player, PlayerAction>

  var body: some View {
    StoreView(store) { player, dispatch in
      Text(player.tilte)  // 19: value of type 'Player' has no member 'tilte'
      Button("tick") { dispatch(.tick) }
    }
  }
}

struct UnknownAction: View {
  let store: StateStore<Player, PlayerAction>

  var body: some View {
    StoreView(store) { player, dispatch in
      Text(player.title)
      Button("tick") { dispatch(.tack) }  // 34: type 'PlayerAction' has no member 'tack'
    }
  }
}

struct WrongArgument: View {
  let store: StateStore<Player, PlayerAction>

  var body: some View {
    StoreView(store) { player, dispatch in
      Text(player.title)
      Button("x") { dispatch(.play(1)) }  // 36: cannot convert value of type 'Int' to expected argument type 'String'
    }
  }
}

struct UnknownModifier: View {
  let store: StateStore<Player, PlayerAction>

  var body: some View {
    StoreView(store) { player, dispatch in
      Text(player.title).blod()  // 26: value of type 'Text' has no member 'blod'
      Button("tick") { dispatch(.tick) }
    }
  }
}

struct CalledStore: View {
  let store: StateStore<Player, PlayerAction>

  var body: some View {
    Button("tick") { store(.tick) }  // 27: 'callAsFunction' is unavailable: Write `dispatch`: `store.dispatch(action)`.
  }
}
