import Foundation
import Puredux

// The article's replacements for names of Puredux 1.1 that no longer exist. They only have to compile, in Swift 5 mode,
// and need no other import, not even for `PureduxCommon`.

/// Replaces `StoreObject(dispatch:subscribe:)`, `.Dispatch` and `.Subscribe`.
struct RecordedStore: Store {
  let store: AnyStore<Int, Int>
  let record: @Sendable (Int) -> Void

  func dispatch(_ action: Int) {
    record(action)
    store.dispatch(action)
  }
  func subscribe(observer: Observer<Int>) { store.subscribe(observer: observer) }
  func eraseToAnyStore() -> AnyStore<Int, Int> { store }
}

/// Replaces `weak var store`.
final class Holder {
  let store: WeakStore<AppState, Action>

  init(_ store: AnyStore<AppState, Action>) { self.store = store.weak() }

  func add() { store.dispatch(Increment()) }
}

/// Replaces `statePublisher`, `PublishingStore(statePublisher:dispatch:)` and `PublishingStoreObject(storeObject:)`.
func follow(_ store: AnyStore<AppState, Action>) async {
  for await state in store.states() where state.count > 0 { break }
}

/// Replaces a `StateHandler` with two arguments.
func observe(_ store: AnyStore<AppState, Action>) {
  store.subscribe(observer: Observer { state in state.count > 3 ? .dead : .active })
}
