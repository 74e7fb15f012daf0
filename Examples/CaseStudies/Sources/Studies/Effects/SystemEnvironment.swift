import Foundation
import Puredux

/// The time and new identities, injected, so that a test knows them and a recording repeats them.
struct Diary: Feature, Equatable {
  struct Entry: Identifiable, Equatable, Sendable {
    let id: Identity
    var time: Date
    var text: String
  }

  enum Action: Equatable, Sendable { case write(String) }

  var entries: [Entry] = []

  mutating func reduce(_ action: Action) {
    switch action {
    // A store's identities come from its context: a test's are always the same.
    case .write(let text): entries.append(Entry(id: Identity(), time: Dependencies[\.now](), text: text))
    }
  }
}

extension Dependencies {
  @DependencyEntry var now: @Sendable () -> Date = { Date() }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct DiaryView: View {
    let store: StateStore<Diary, Diary.Action>

    var body: some View {
      StoreView(store) { diary, dispatch in
        ForEach(diary.entries) { Text($0.text) }
        Button("Write") { dispatch(.write("Entry \(diary.entries.count + 1)")) }
      }
    }
  }
#endif

extension Study {
  static let systemEnvironment = Study("environment", .effects, "The time and new identities, injected") {
    let store = Dependencies.with {
      $0.now = { Date(timeIntervalSince1970: 0) }
    } operation: {
      StateStore(feature: Diary()) { $0.reduce($1) }
    }
    let stage = Stage(store) { diary in
      diary.entries.isEmpty ? "empty" : diary.entries.map { "\($0.time): \($0.text)" }.joined(separator: "; ")
    }
    await stage.send(.write("Dear diary"))
  }
}
