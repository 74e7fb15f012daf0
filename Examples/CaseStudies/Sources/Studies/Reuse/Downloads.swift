import Puredux

/// A download that any feature can contain: start, progress, cancel, delete.
struct Download: Feature, Equatable {
  enum Action: Equatable, Sendable { case tapped, progress(Int), done, answered(Bool?) }

  var percent = 0
  var loading = Effect.State.idle()
  var question: Dialog<Bool>?

  mutating func reduce(_ action: Action) {
    switch action {
    case .tapped where loading.isInProgress:
      loading.cancel()
      percent = 0
    case .tapped where loading.isSuccess:
      question = Dialog("Delete it?", choices: [.init("Delete", role: .destructive, action: true), .init("Keep")])
    case .tapped: loading.run()
    case .progress(let percent): self.percent = percent
    case .done: loading.succeed()
    case .answered(let deletes):
      question = nil
      if deletes == true { self = Download() }
    }
  }

  static let effects: Effects = [
    .effect(\.loading, name: "download") { _, dispatch in
      Effect {
        for percent in stride(from: 25, through: 100, by: 25) {
          try await StoreContext.current.clock.sleep(.milliseconds(100))
          dispatch(.progress(percent))
        }
        dispatch(.done)
      }
    }
  ]
}

/// One of the features that contain downloads.
struct City: Feature, Equatable, Identifiable {
  enum Action: Equatable, Sendable { case map(Download.Action) }

  let id: String
  var map = Download()

  mutating func reduce(_ action: Action) {
    switch action {
    case .map(let action): map.reduce(action)
    }
  }

  static let effects: Effects = [.part(\.map, Action.map)]
}

struct Atlas: Feature, Equatable {
  enum Action: Equatable, Sendable { case city(City.ID, City.Action) }

  var cities: OrderedState<City> = [City(id: "Bern"), City(id: "Oslo")]

  mutating func reduce(_ action: Action) {
    switch action {
    case .city(let id, let action): cities[id: id]?.reduce(action)
    }
  }

  static let effects: Effects = [.parts(\.cities, Action.city)]
}

#if canImport(SwiftUI)
  import SwiftUI

  struct DownloadButton: View {
    let title: String
    let store: StateStore<Download, Download.Action>

    var body: some View {
      StoreView(store) { download, dispatch in
        Button("\(title) \(download.loading.isSuccess ? "is here" : "\(download.percent)%")") { dispatch(.tapped) }
      }
      .alert(store, \.question) { .answered($0) }
    }
  }

  struct AtlasView: View {
    let store: StateStore<Atlas, Atlas.Action>

    var body: some View {
      StoreView(store) { atlas, _ in
        ForEach(atlas.cities) { city in
          let map = store.part(\.cities, initial: city, Atlas.Action.city).part(\.map, City.Action.map)
          DownloadButton(title: city.id, store: map)
        }
      }
    }
  }
#endif

extension Study {
  static let downloads = Study("downloads", .reuse, "A download that many features contain") {
    let stage = Stage(StateStore(feature: Atlas()) { $0.reduce($1) }) { atlas in
      "\(atlas.cities.map { "\($0.id) \($0.map.loading.isSuccess ? "done" : "\($0.map.percent)%")" })"
    }
    await stage.send(.city("Bern", .map(.tapped)))
    await stage.send(.city("Oslo", .map(.tapped)))
    await stage.wait { $0.cities.first?.map.percent == 50 }
    await stage.send(.city("Oslo", .map(.tapped)))
    await stage.wait { $0.cities.first?.map.loading.isSuccess == true }
  }
}
