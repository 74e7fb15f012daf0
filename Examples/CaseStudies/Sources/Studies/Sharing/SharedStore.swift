import Puredux

/// Statistics that two screens share, in a store that each of them reads from `SharedStores`.
struct Tally: Feature, Equatable {
  enum Action: Equatable, Sendable { case add(Int), clear }

  var total = 0
  var largest = 0

  mutating func reduce(_ action: Action) {
    switch action {
    case .add(let number):
      total += number
      largest = max(largest, number)
    case .clear: self = Tally()
    }
  }
}

extension SharedStores {
  @StoreEntry var tally = StateStore(feature: Tally()) { $0.reduce($1) }
}

/// A part of a program that does not receive the store as a parameter.
struct TallyReport {
  @StoreOf(\.tally) var tally

  var text: String { "total \(tally.state.total), largest \(tally.state.largest)" }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct AddingView: View {
    @StoreOf(\.tally) private var tally

    var body: some View {
      Button("Add 7") { tally.dispatch(.add(7)) }
    }
  }

  struct TallyView: View {
    @StoreOf(\.tally) private var tally

    var body: some View {
      StoreView(tally) { tally, dispatch in
        Text("total \(tally.total), largest \(tally.largest)")
        Button("Clear") { dispatch(.clear) }
      }
    }
  }
#endif

extension Study {
  static let sharedStore = Study("shared-store", .sharing, "A store in memory that screens share, with @StoreEntry") {
    let stage = Stage(SharedStores[\.tally]) { "total \($0.total), largest \($0.largest)" }
    for action in [Tally.Action.add(3), .add(7), .add(2)] { await stage.send(action) }
    print("    another screen: \(TallyReport().text)")
    await stage.send(.clear)
  }
}
