import Puredux

// Key paths in Swift 5 mode with complete checking, as in the article about migrating from Puredux: they compile
// without a warning.

struct Form: Sendable {
  var title = ""
  var note: String?
}

let byTitle = \Form.title

func show(_ store: StateStore<Form, Int>) {
  let note = \Form.note
  print(store.map(state: byTitle).state, store.map(state: note).state as Any)
  print(show(store, \.note).state as Any, show(store, note).state as Any)
  store.subscribe(removeDuplicates: .equal { $0[keyPath: byTitle] }) { print($0.title) }.cancel()
}

func show<State, Item>(
  _ store: StateStore<State, Int>, _ item: any KeyPath<State, Item?> & Sendable
) -> StateStore<Item?, Int> where State: Sendable, Item: Sendable {
  store.map(state: item)
}

struct Screen<State: Sendable, Item: Sendable> {
  let store: StateStore<State, Int>
  let item: any KeyPath<State, Item?> & Sendable

  var shown: StateStore<Item?, Int> { store.map(state: item) }
}
