import Puredux

/// A heart that any feature can contain. It changes at once, and changes back if the server refuses.
struct Favorite: Feature, Equatable {
  enum Action: Sendable { case tapped, confirmed, refused(any Error), noticed }

  let subject: Int
  var isOn = false
  var sending = Effect.State.idle()
  var notice: Dialog<Never>?

  mutating func reduce(_ action: Action) {
    switch action {
    case .tapped:
      isOn.toggle()
      sending.restart()
    case .confirmed: sending.succeed()
    case .refused(let error):
      isOn.toggle()
      sending.fail(error)
      notice = Dialog("That did not work.", choices: [])
    case .noticed: notice = nil
    }
  }

  static let effects: Effects = [
    .effect(\.sending, name: "favorite", onFailure: { .refused($0) }) { favorite, dispatch in
      Effect {
        try await Dependencies[\.setFavorite](favorite.subject, favorite.isOn)
        dispatch(.confirmed)
      }
    }
  ]
}

extension Dependencies {
  /// Stands in for a server, which refuses the second subject.
  @DependencyEntry var setFavorite: @Sendable (_ subject: Int, _ isOn: Bool) async throws -> Void = { subject, _ in
    try await StoreContext.current.clock.sleep(.milliseconds(150))
    if subject == 2 { throw Offline() }
  }
}

/// One of the features that contain a heart.
struct Songs: Feature, Equatable {
  struct Song: Identifiable, Equatable, Sendable {
    let id: Int
    var favorite: Favorite
  }

  enum Action: Sendable { case favorite(Int, Favorite.Action) }

  var songs: OrderedState<Song> = OrderedState((1...2).map { Song(id: $0, favorite: Favorite(subject: $0)) })

  mutating func reduce(_ action: Action) {
    switch action {
    case .favorite(let id, let action): songs[id: id]?.favorite.reduce(action)
    }
  }

  // For an element that is not a feature, the effects of its parts are listed.
  static let effects: Effects = [.parts(\.songs, [.part(\.favorite) { $0 }], Action.favorite)]
}

#if canImport(SwiftUI)
  import SwiftUI

  struct FavoriteButton: View {
    let store: StateStore<Favorite, Favorite.Action>

    var body: some View {
      StoreView(store) { favorite, dispatch in
        Button("\(favorite.isOn ? "♥" : "♡") \(favorite.subject)") { dispatch(.tapped) }
      }
      .alert(store, \.notice) { _ in .noticed }
    }
  }
#endif

extension Study {
  static let favorites = Study("favorites", .reuse, "A heart that many features contain") {
    let stage = Stage(StateStore(feature: Songs()) { $0.reduce($1) }) { songs in
      songs.songs.map { "\($0.favorite.isOn ? "♥" : "♡") \($0.id)" }.joined(separator: "  ")
    }
    await stage.send(.favorite(1, .tapped))
    await stage.send(.favorite(2, .tapped))
    await stage.wait { $0.songs.allSatisfy { !$0.favorite.sending.isInProgress } }
  }
}
