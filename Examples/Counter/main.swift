// The README's first example: pure state, actions, a reducer, a store, and an observer.
import ExampleCommandLine
import Puredux

struct CounterState: Sendable {
  private(set) var count = 0

  mutating func reduce(_ action: CounterAction) {
    switch action {
    case .increment: count += 1
    case .decrement: count -= 1
    case .add(let amount): count += amount
    }
  }
}

enum CounterAction: Sendable {
  case increment
  case decrement
  case add(Int)
}

SmallProgram.start("Counter", about: "Dispatches a few actions to a store, and prints each state that it publishes.")

let store = StateStore<CounterState, CounterAction>(CounterState()) { $0.reduce($1) }

// Called on the store's own background queue, with the current state first.
let subscription = store.subscribe { state in print("count: \(state.count)") }

store.dispatch(.increment)
store.dispatch(.add(40))
await store.send(.increment)  // returns when it has been reduced and published
print("read at the end: \(store.state.count)")
subscription.cancel()
