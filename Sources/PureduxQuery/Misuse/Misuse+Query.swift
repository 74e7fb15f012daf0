import PureduxCore

extension Misuse {
  static func queriesAttachedTwice(_ name: String) -> Misuse {
    Misuse(
      "`queries` was called twice for one query state (\(name))",
      so: "every fetch runs twice",
      fix: "call it once, where the store is made, and keep what it returns")
  }

  static func queryActionsNotReduced(_ name: String) -> Misuse {
    Misuse(
      "a key is used, and the query state (\(name)) was not told of it",
      so: "nothing is fetched",
      fix: "have the reducer hand the action on: `case .products(let action): products.reduce(action)`")
  }

  static func counterpartNotTold(_ change: String) -> Misuse {
    Misuse(
      "a `\(change)` changes two query states, and only one of them was told of it",
      so: "the other one does not show the change, or goes on to show it after its end",
      fix: "name both: `products.reduce(action, with: &basket)`, and so for `add`, `withdraw` and `reset`")
  }
}
