import Puredux
import PureduxQuery
import PureduxTesting
import Testing

@testable import Studies

struct InfiniteListTests {
  @Test func `reaching the end of the list several times loads one page`() {
    let context = TestContext()
    let (_, posts) = context.run { Timeline.store() }
    let use = posts.use("Ada")
    context.advance(by: .milliseconds(100))
    #expect(posts["Ada"].state.value?.items == ["Ada 1", "Ada 2", "Ada 3"])

    posts.dispatch(.more("Ada"))
    posts.dispatch(.more("Ada"))
    context.advance(by: .milliseconds(100))
    #expect(posts["Ada"].state.value?.items.count == 6)

    posts.dispatch(.more("Ada"))
    context.advance(by: .milliseconds(100))
    posts.dispatch(.more("Ada"))
    context.advance(by: .seconds(1))
    #expect(posts["Ada"].state.value?.items.count == 9)
    use.cancel()
    #expect(context.misuse.values.isEmpty)
  }
}
