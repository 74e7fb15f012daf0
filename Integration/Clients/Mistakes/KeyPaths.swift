// The compiler's messages for key paths that are passed on. The article "Coming from Puredux 1 and 2" explains them.
import Puredux

func show<State: Sendable, Item: Sendable>(
  _ store: StateStore<State, Int>, _ item: KeyPath<State, Item?>
) -> StateStore<Item?, Int> {
  store.map(state: item)  // 20: type 'KeyPath<State, Optional<Item>>' does not conform to the 'Sendable' protocol
}

func compare<State: Sendable>(_ part: KeyPath<State, String>) -> Equating<State> {
  .keyPath(part)  // 12: type 'KeyPath<State, String>' does not conform to the 'Sendable' protocol
}

struct Screen<State> {
  let store: StateStore<State, Int>  // 7: type 'State' does not conform to the 'Sendable' protocol
}
