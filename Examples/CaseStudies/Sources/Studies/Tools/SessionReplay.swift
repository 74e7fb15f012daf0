import Foundation
import Puredux
import PureduxInspector

/// A program that is recorded in a file and replayed from it: the same actions lead to the same states.
struct Cart: Feature, Equatable, Codable {
  struct Line: Equatable, Codable, Sendable {
    var name: String
    var price: Int
  }

  enum Action: Equatable, Codable, Sendable { case add(String, price: Int), remove(String) }

  var lines: [Line] = []
  var total = 0

  mutating func reduce(_ action: Action) {
    switch action {
    case .add(let name, let price):
      lines.append(Line(name: name, price: price))
      total += price
    case .remove(let name):
      // The bug that the recording finds: if several lines have this name, only one price is subtracted.
      if let line = lines.first(where: { $0.name == name }) { total -= line.price }
      lines.removeAll { $0.name == name }
    }
  }

  /// Must be true after each action.
  var isRight: Bool { total == lines.reduce(0) { $0 + $1.price } }

  static func store() -> StateStore<Cart, Action> { StateStore(feature: Cart(), named: "cart") { $0.reduce($1) } }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct CartView: View {
    let store: StateStore<Cart, Cart.Action>

    var body: some View {
      StoreView(store) { cart, dispatch in
        Text("\(cart.lines.count) lines, total \(cart.total)")
        Button("Add") { dispatch(.add("tea", price: 4)) }
        Button("Remove") { dispatch(.remove("tea")) }
      }
    }
  }
#endif

extension Study {
  static let replay = Study("replay", .tools, "A recorded session, and the action that went wrong") {
    let store = Cart.store()
    let recording = store.record()
    let stage = Stage(store) { "\($0.lines.map(\.name)), total \($0.total)" }
    for action in [
      Cart.Action.add("tea", price: 4), .add("milk", price: 2), .add("tea", price: 4), .remove("tea"),
    ] { await stage.send(action) }

    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).session")
    defer { try? FileManager.default.removeItem(at: file) }
    try recording.write(to: file)
    let replay = try RecordedSession(contentsOf: file).replay { Cart.store() }
    print("    a replay of the file ends with total \(replay.state.total), faithful: \(replay.isFaithful)")
    if let wrong = recording.events().first(where: { !recording.state(of: store, after: $0.number).isRight }) {
      print("    the first wrong total follows event \(wrong.number), \(wrong)")
    }
  }
}
