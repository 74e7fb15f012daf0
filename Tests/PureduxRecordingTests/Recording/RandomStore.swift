import PureduxCore

/// The kinds of stores in random trees.
enum RandomStore {
  static let kindCount = 5

  /// Creates a store of a kind below another.
  static func make(_ kind: Int, below parent: StateStore<Int, Int>) -> StateStore<Int, Int> {
    switch kind {
    case 0:
      return parent.with(0) { (own: inout Int, action: Int) in own = own &* 7 &+ action }.map(state: { $0.0 &+ $0.1 })
    case 1:
      return parent.with(0) { (parent, own: inout Int, action: Int) in own = own &+ parent % 1000 &+ action }
        .map(state: { $0.0 ^ $0.1 })
    case 2:
      let middleware = ClosureMiddleware<(Int, Int), Int> { action, store in
        if action % 17 == 3 { store.dispatch(action + 1) }
        return action % 7 == 0 ? nil : action + 1
      }
      return parent.with(3, middleware: middleware) { (own: inout Int, action: Int) in own = own &* 3 &+ action }
        .map(state: { $0.0 &- $0.1 })
    case 3: return parent.map(actions: { (action: Int) in action &* 2 })
    default:
      return parent.with("") { (text: inout String, _: Int) in text = "\(Identity()) \(text.prefix(20))" }
        .map(state: { $0.0 &+ $0.1.utf8.reduce(0) { $0 &+ Int($1) } })
    }
  }
}
