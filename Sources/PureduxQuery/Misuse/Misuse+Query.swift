import PureduxCore

extension Misuse {
  static func queriesAttachedTwice(_ name: String) -> Misuse {
    Misuse(
      "`queries` was called twice for one query state (\(name))",
      so: "every fetch runs twice",
      fix: "call it once, where the store is created, and keep the result")
  }

  static func queryActionsNotReduced(_ name: String) -> Misuse {
    Misuse(
      "a key is used, but the query state (\(name)) did not receive the action",
      so: "nothing is fetched",
      fix: "pass the action on in the reducer: `case .products(let action): products.reduce(action)`")
  }

  static func counterpartNotTold(_ change: String) -> Misuse {
    Misuse(
      "a `\(change)` changes two query states, but only one of them received it",
      so: "the other one does not display the change, or still displays it after it has ended",
      fix: "name both: `products.reduce(action, with: &basket)`, and so for `add`, `withdraw` and `reset`")
  }
}
