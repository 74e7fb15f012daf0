// What the examples in the comments of the inspector speak of.
import PureduxInspector

enum CounterAction: Sendable { case increment }

let store = StateStore<Int, CounterAction>(0) { count, _ in count += 1 }
let recording = store.record()
