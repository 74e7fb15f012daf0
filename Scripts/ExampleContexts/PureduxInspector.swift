// The declarations that the examples in the comments of the inspector use.
@_exported import Foundation
import PureduxInspector

enum CounterAction: Sendable { case increment }

let store = StateStore<Int, CounterAction>(0) { count, _ in count += 1 }
let recording = store.record()

enum AccountAction: Sendable { case signIn(String, password: String) }

@Sendable func makeStore() -> StateStore<Int, CounterAction> { StateStore(0) { count, _ in count += 1 } }

let url = URL(fileURLWithPath: "/tmp/a.session")
let session = try! RecordedSession(contentsOf: url)
