// What the examples in the comments of the testing library speak of.
import PureduxTesting

nonisolated(unsafe) let store = TestStore { StateStore<Int, Int>(0) { $0 += $1 } }
