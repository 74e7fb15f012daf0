// The declarations that the examples in the comments of the testing library use.
import PureduxTesting

nonisolated(unsafe) let store = TestStore { StateStore<Int, Int>(0) { $0 += $1 } }

let context = TestContext()

struct Flushing: Sendable { func flush() async -> Bool { true } }
let persistence = Flushing()

struct Likes: Sendable { var likes = 0 }
struct Client: Sendable { var fetch: @Sendable (_ page: Int) async throws -> [String] = { _ in [] } }
nonisolated(unsafe) var client = Client()

// An exploration creates the value; the examples are only compiled.
nonisolated(unsafe) var outsides: [Outside<Likes>] = []
var outside: Outside<Likes> { outsides[0] }
