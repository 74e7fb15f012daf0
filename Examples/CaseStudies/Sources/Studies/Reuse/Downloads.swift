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

/// One of the features that contain downloads: a map of each city.
struct Atlas: Feature, Equatable {
  enum Action: Equatable, Sendable { case map(_ city: String, Download.Action) }

  var maps = ["Bern": Download(), "Oslo": Download()]

  mutating func reduce(_ action: Action) {
    switch action {
    case .map(let city, let action): maps[city]?.reduce(action)
    }
  }

  static let effects: Effects = [.parts(\.maps, Action.map)]
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
      StoreView(store, { $0.maps.keys.sorted() }) { cities in
        ForEach(cities, id: \.self) { city in
          DownloadButton(title: city, store: store.part(\.maps[city], initial: Download()) { .map(city, $0) })
        }
      }
    }
  }
#endif

extension Study {
  static let downloads = Study("downloads", .reuse, "A download that many features contain") {
    let stage = Stage(StateStore(feature: Atlas()) { $0.reduce($1) }) { atlas in
      "\(["Bern", "Oslo"].map { "\($0) \(atlas.maps[$0]?.percent ?? 0)%" })"
    }
    await stage.send(.map("Bern", .tapped))
    await stage.send(.map("Oslo", .tapped))
    await stage.wait { $0.maps["Bern"]?.percent == 50 }
    await stage.send(.map("Oslo", .tapped))
    await stage.wait { $0.maps["Bern"]?.loading.isSuccess == true }
  }
}
