/// Which store actions are dispatched to, and of which types it is. A projection goes by the store that it shows.
struct StoreTarget: Hashable, Sendable {
  let id: StoreID
  private let state: ObjectIdentifier
  private let action: ObjectIdentifier

  init<State, Action>(_ store: AnyStore<State, Action>) {
    id = store.id
    state = ObjectIdentifier(State.self)
    action = ObjectIdentifier(Action.self)
  }
}
