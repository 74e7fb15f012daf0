import PureduxCore
import Testing

struct TurnCounterTests {
  @Test func `a module can count the turns of each store through the seam alone`() {
    let runner = ManualRunner()
    let root = StateStore<Int, Int>(0, runner: runner) { $0 += $1 }
    let child = root.with(0) { state, action in state -= action }
    let (ofRoot, ofChild) = (root.turnCounter, child.turnCounter)
    runner.runUntilIdle()
    root.dispatch(1)
    child.dispatch(2)
    runner.runUntilIdle()
    #expect(ofRoot.count == 2 && ofChild.count == 2)
    #expect(root.turnCounter === ofRoot && root.map(state: { "\($0)" }).turnCounter === ofRoot)
  }

  @Test func `a counter ends with its store, and leaves nothing behind`() {
    let runner = ManualRunner()
    let root = StateStore<Int, Int>(0, runner: runner) { $0 += $1 }
    var child: StateStore<(Int, Int), Int>? = root.with(0) { state, action in state -= action }
    let counter = child?.turnCounter
    runner.runUntilIdle()
    #expect(root.turnCounterCount == 1)
    child = nil
    root.dispatch(1)
    runner.runUntilIdle()
    #expect(root.turnCounterCount == 0 && counter?.count == 0)
  }
}
