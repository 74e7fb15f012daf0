import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct ExploringTestTests {
  @Test func `the server has what the screen shows, whatever the network does`() {
    Likes.exploration(replaces: true).run()
  }

  @Test func `an ignored tap is found in two steps`() throws {
    let failures = Recorder<String>()
    StoreContext.with {
      $0.failureReporter = FailureReporter { text, _ in failures.record(text) }
    } operation: {
      Likes.exploration(replaces: false).run()
    }
    let failure = try #require(failures.values.first)
    #expect(failure.contains("the server has it") && failure.contains("left 2 steps"))
  }
}
