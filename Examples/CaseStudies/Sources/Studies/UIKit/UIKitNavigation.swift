import Puredux

/// A navigation controller and a sheet that follow the state: one screen loads first, the other when it is open.
struct Places: Feature, Equatable {
  struct Place: Identifiable, Hashable, Sendable { let id: Int }

  enum Action: Equatable, Sendable {
    case open(Int), openWhenLoaded(Int), loaded, navigated(PathChange<Int>)
    case showAbout, aboutClosed(Place)
  }

  var path: [Int] = []
  var wanted: Int?
  var about: Place?
  var loading = Effect.State.idle()

  mutating func reduce(_ action: Action) {
    switch action {
    case .open(let id): path.append(id)
    case .openWhenLoaded(let id):
      wanted = id
      loading.restart()
    case .loaded:
      if let wanted { path.append(wanted) }
      wanted = nil
      loading.succeed()
    case .navigated(let change): path.apply(change)
    case .showAbout: about = Place(id: 0)
    case .aboutClosed(let shown): if about == shown { about = nil }
    }
  }

  static let effects: Effects = [
    .effect(\.loading, name: "place") { _, dispatch in
      Effect {
        try await StoreContext.current.clock.sleep(.milliseconds(200))
        dispatch(.loaded)
      }
    }
  ]
}

#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import UIKit

  final class PlaceController: UIViewController {
    let place: Int

    init(place: Int) {
      self.place = place
      super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }
  }

  extension UINavigationController {
    /// Going back, a deep link and a button all change the path, and the controllers follow it.
    func follow(_ store: StateStore<Places, Places.Action>) {
      follow(store, \.path, dispatch: { .navigated($0) }) { PlaceController(place: $0) }
      present(store, \.about, dismiss: { .aboutClosed($0) }) { PlaceController(place: $0.id) }
    }
  }
#endif

extension Study {
  static let uikitNavigation = Study("uikit-navigation", .uikit, "Controllers that follow a path and a sheet") {
    let stage = Stage(StateStore(feature: Places()) { $0.reduce($1) }) {
      "path \($0.path)\($0.loading.isInProgress ? ", loading" : "")\($0.about == nil ? "" : ", a sheet")"
    }
    await stage.send(.open(1))
    await stage.send(.openWhenLoaded(2))
    await stage.wait { $0.path.count == 2 }
    await stage.send(.showAbout)
  }
}
