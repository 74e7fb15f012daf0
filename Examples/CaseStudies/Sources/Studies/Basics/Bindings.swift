import Puredux

/// Controls that read and write parts of the state, one action for each part.
struct Player: Feature, Equatable {
  enum Action: Equatable, Sendable { case named(String), muted(Bool), volume(Int) }

  var name = ""
  var isMuted = false
  var volume = 5

  mutating func reduce(_ action: Action) {
    switch action {
    case .named(let name): self.name = name
    case .muted(let isMuted): self.isMuted = isMuted
    case .volume(let volume):
      // The reducer enforces the limits, even if a control allows more.
      self.volume = min(max(volume, 0), 10)
      if volume > 0 { isMuted = false }
    }
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct PlayerView: View {
    let store: StateStore<Player, Player.Action>

    var body: some View {
      StoreView(store) { player, _ in
        TextField("Name", text: store.binding(\.name) { .named($0) })
        Toggle("Muted", isOn: store.binding(\.isMuted) { .muted($0) })
        Stepper("Volume", value: store.binding(\.volume) { .volume($0) })
        Text(player.isMuted ? "silent" : "volume \(player.volume)")
      }
    }
  }
#endif

extension Study {
  static let bindings = Study("bindings", .basics, "Controls that write to the state with actions") {
    let stage = Stage(StateStore(feature: Player()) { $0.reduce($1) }) {
      "\($0.name.isEmpty ? "no name" : $0.name), \($0.isMuted ? "silent" : "volume \($0.volume)")"
    }
    for action in [Player.Action.named("Kitchen"), .muted(true), .volume(6), .volume(12)] { await stage.send(action) }
  }
}
