// The compiler's messages for states that are pairs, and for closures with several statements. The article "Navigation
// and temporary features" explains them.
import Puredux

struct Library: Equatable, Sendable {
  enum Kind { case empty, full }
  struct Item: Equatable, Sendable { var jobs: [Effect.State] = [] }
  var kind = Kind.empty
  var job: Effect.State?
  var item: Item?
}

let library = StateStore(Library()) { (_: inout Library, _: Int) in }
let child = library.with(0) { (_: inout Int, _: Int) in }
let nothing = Effect {}

let equal = child.subscribe(
  removeDuplicates: .asEquatable  // 22: contextual member reference to static property 'asEquatable' requires 'Self'
) { _ in }
let whole = child.effect(  // 19: type '(Library, Int)' cannot conform to 'Equatable'
  onChange: { $0 }) { _, _ in nothing }
let switched = library.effect(collection: { state in  // 24: type 'Void' cannot conform to 'Collection'
  switch state.kind {
  case .empty: []
  case .full: state.item?.jobs ?? []
  }
}) { _, _, _ in nothing }
let several = library.effect(collection: { state in  // 23: type '()' cannot conform to 'Collection'
  let item = state.item
  item?.jobs ?? []
}) { _, _, _ in nothing }
let optional = library.effect(
  collection: { $0.item?.jobs }  // 26: value of optional type '[Effect.State]?' must be unwrapped to a value of type
) { _, _, _ in nothing }
let early = library.effect(collection: { state in
  if let item = state.item { return item.jobs }
  return nil  // 10: 'nil' is not compatible with closure result type '[Effect.State]'
}) { _, _, _ in nothing }
