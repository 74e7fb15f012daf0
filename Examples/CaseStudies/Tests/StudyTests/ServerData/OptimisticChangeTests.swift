import Puredux
import PureduxQuery
import PureduxTesting
import Testing

@testable import Studies

struct OptimisticChangeTests {
  @Test func `a like is shown before the server answers, and a refusal rolls it back`() {
    let context = TestContext()
    let (store, teas) = context.run { TeaShop.store() }
    let uses = [1, 2].map { teas.use($0) }
    context.advance(by: .milliseconds(100))
    #expect(teas[2].state.value == Tea(name: "Tea 2"))

    store.dispatch(.like(1, true))
    store.dispatch(.like(2, true))
    context.runUntilIdle()
    #expect(teas[1].state.value?.isLiked == true && teas[1].state.isPending)
    #expect(teas[2].state.value?.isLiked == true && teas[2].state.isPending)

    context.advance(by: .milliseconds(100))
    // The first like is confirmed, and the second is refused.
    #expect(teas[1].state.value?.isLiked == true && !teas[1].state.isPending)
    #expect(teas[2].state.value?.isLiked == false && !teas[2].state.isPending)
    context.advance(by: .seconds(10))
    #expect(teas[1].state.value?.isLiked == true)
    for use in uses { use.cancel() }
    #expect(context.misuse.values.isEmpty)
  }
}
