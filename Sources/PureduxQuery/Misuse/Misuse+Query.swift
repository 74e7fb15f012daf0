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
}
