// The declarations that the examples in the comments of the testing library use.
import PureduxTesting

nonisolated(unsafe) let store = TestStore { StateStore<Int, Int>(0) { $0 += $1 } }

let context = TestContext()

struct Flushing: Sendable { func flush() async -> Bool { true } }
let persistence = Flushing()
