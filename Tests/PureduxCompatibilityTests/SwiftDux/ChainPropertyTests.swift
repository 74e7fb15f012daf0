import Foundation
import PureduxCompatibility
import PureduxEffects
import Testing

/// Random chains of every kind of action, nested, entered in every way and cancelled at random points, on real threads.
struct ChainPropertyTests {
  private static let isLong = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"
  private static let runCount = UInt64((isLong ? 10_000 : 400) / ChainWorld.chainsOfARun)

  @Test func `L14: no chain is out of order, and none continues after its token was cancelled`() async {
    for seed in 0..<Self.runCount {
      let faults = await ChainWorld(seed: seed).run()
      #expect(faults == [])
      if !faults.isEmpty { return }
    }
  }

  @Test func `the random chains nest, fail, continue after errors and contain every kind of action`() {
    let chains = (0..<500).map { RandomChain(chain: 0, seed: $0) }
    #expect(chains.count(where: \.fails) > 50)
    #expect(chains.count { $0.action.continuesAfterErrors } > 50)
    #expect(chains.count { $0.action.actions.contains { $0 is ComposedAction } } > 20)
    #expect(chains.count { $0.action.actions.contains { $0 is MadeChain } } > 50)
    #expect(chains.count { $0.entries.count > 10 } > 50)
  }
}
