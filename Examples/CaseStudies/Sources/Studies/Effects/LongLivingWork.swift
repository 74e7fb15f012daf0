import Puredux

/// A screen that counts notifications of the system while it is open.
struct Screenshots: Feature, Equatable {
  enum Action: Equatable, Sendable { case taken }

  var count = 0

  mutating func reduce(_ action: Action) { count += 1 }

  static let effects: Effects = [
    .effect(whilePresent: "screenshots") { _, dispatch in
      Effect { for await _ in Dependencies[\.screenshots]() { dispatch(.taken) } }
    }
  ]
}

struct Gallery: Feature, Equatable {
  enum Action: Equatable, Sendable { case open, close, screenshots(Screenshots.Action) }

  var screenshots: Screenshots?

  mutating func reduce(_ action: Action) {
    switch action {
    case .open: screenshots = Screenshots()
    case .close: screenshots = nil
    case .screenshots(let action): screenshots?.reduce(action)
    }
  }

  static let effects: Effects = [.part(\.screenshots, Action.screenshots)]
}

extension Dependencies {
  /// Stands in for `NotificationCenter.default.notifications(named: …)`: a notification every tenth of a second.
  @DependencyEntry var screenshots: @Sendable () -> AsyncStream<Void> = {
    let clock = StoreContext.current.clock
    return AsyncStream { try? await clock.sleep(.milliseconds(100)) }
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct GalleryView: View {
    let store: StateStore<Gallery, Gallery.Action>

    var body: some View {
      StoreView(store) { gallery, dispatch in
        if let screenshots = gallery.screenshots {
          Text("\(screenshots.count) screenshots")
          Button("Close") { dispatch(.close) }
        } else {
          Button("Open") { dispatch(.open) }
        }
      }
    }
  }
#endif

extension Study {
  static let longLivingWork = Study("long-living", .effects, "A subscription that lasts as long as a screen") {
    let stage = Stage(StateStore(feature: Gallery()) { $0.reduce($1) }) { gallery in
      gallery.screenshots.map { "\($0.count) screenshots" } ?? "closed"
    }
    await stage.send(.open)
    await stage.wait { $0.screenshots?.count == 3 }
    await stage.send(.close)
  }
}
