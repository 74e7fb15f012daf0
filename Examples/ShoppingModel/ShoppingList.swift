package import PureduxReplica

/// A shopping list that several processes share.
package struct ShoppingList: Codable, Equatable, Sendable {
  package struct Item: Identifiable, Codable, Equatable, Sendable {
    package let id: Identity
    package var name: String
    package var isBought = false
  }

  /// A reason why an action has no effect.
  package struct Gone: Error, CustomStringConvertible {
    let name: String
    package var description: String { "\(name) is gone already" }
  }

  package enum Action: Codable, Equatable, Sendable {
    case add(String)
    /// The name is that of the item when it was bought, for a rejection.
    case buy(Identity, name: String)
    case clear
  }

  package var items: OrderedState<Item> = []

  package init() {}

  package static let parts: [ReplicaPart<ShoppingList>] = [.elements(\.items)]

  package mutating func reduce(_ action: Action) throws {
    switch action {
    case .add(let name): items.append(Item(id: Identity(), name: name))
    case .buy(let id, let name):
      guard items.contains(id: id) else { throw Gone(name: name) }
      items[id: id]?.isBought = true
    case .clear: items.removeAll { $0.isBought }
    }
  }

  package static func makeStore(_ log: ReplicaLog) -> ShoppingStore {
    ShoppingStore(replica: ShoppingList(), in: log, parts: parts) { action in
      action
    } reducer: { list, action in
      try list.reduce(action)
    }
  }
}

package typealias ShoppingState = ReplicaState<ShoppingList, ShoppingList.Action>
package typealias ShoppingStore = StateStore<ShoppingState, ShoppingList.Action>
