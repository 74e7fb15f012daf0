import PureduxTesting
import Testing

@testable import PureduxCore

@Suite struct AudienceBranchTests {
  private let runner = ManualRunner()
  private let told = Recorder<String>()
  private let store: StateStore<Int, Int>

  init() { store = StateStore(0, runner: runner) { (count: inout Int, number: Int) in count += number } }

  /// A store that publishes its numbers as text, and reports when its branch enters and leaves.
  private func makeTexts() -> StateStore<String, Int> {
    let node = store.node
    let (above, number) = (node.audience, node.tree.nextNumber())
    let audience = Audience<String>(lock: above.lock) { [told] audience, locked in
      told.record(audience == nil ? "left" : "entered")
      return above.link(audience, number, locked) { audience in
        .ofState { state, turn in
          withTemporaryValue(filledBy: { memory in initialize(at: memory) { "\(state.pointee)" } }) {
            audience.publish($0, turn)
          }
        }
      }
    }
    return StateStore<String, Int>(node: node.showing(node.source.map { "\($0)" }, audience))
  }

  @Test func `a branch is in the audience above while something observes`() {
    let texts = makeTexts()
    #expect(told.values.isEmpty)
    let first = texts.subscribe { [told] in told.record($0) }
    let second = texts.subscribe { _ in }
    runner.runUntilIdle()
    store.dispatch(1)
    runner.runUntilIdle()
    first.cancel()
    #expect(told.values == ["0", "entered", "1"])
    second.cancel()
    #expect(told.values == ["0", "entered", "1", "left"])
    let third = texts.subscribe { [told] in told.record($0) }
    runner.runUntilIdle()
    #expect(told.values == ["0", "entered", "1", "left", "1", "entered"])
    third.cancel()
  }
}
