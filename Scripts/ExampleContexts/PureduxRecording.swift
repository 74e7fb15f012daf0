// The declarations that the examples in the comments of the recording use.
import PureduxRecording

enum CounterAction: Sendable { case increment }

let store = StateStore<Int, CounterAction>(0) { count, _ in count += 1 }
let recording = store.record()
