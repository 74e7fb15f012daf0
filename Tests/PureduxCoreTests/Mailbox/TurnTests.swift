import Testing

@testable import PureduxCore

@Suite struct TurnTests {
  @Test func `a value is accessible in all turns of its owner`() {
    let turns = PrivateTurns()
    let value = TurnLocal(0)
    for _ in 1...3 { turns.lend { turn in value.with(turn) { $0 += 1 } } }
    #expect(turns.lend { turn in value.with(turn) { $0 } } == 3)
  }

  @Test func `turns of one owner never overlap`() async {
    let turns = PrivateTurns()
    let value = TurnLocal(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...8 {
        group.addTask {
          for _ in 1...1000 { turns.lend { turn in value.with(turn) { $0 += 1 } } }
        }
      }
    }
    #expect(turns.lend { turn in value.with(turn) { $0 } } == 8000)
  }

  #if DEBUG
    @Test func `a value that turns of two owners open traps in a debug build`() async {
      await #expect(processExitsWith: .failure) {
        let (value, owners) = (TurnLocal(0), [PrivateTurns(), PrivateTurns()])
        for owner in owners { owner.lend { turn in value.with(turn) { $0 += 1 } } }
        withExtendedLifetime(owners) {}
      }
    }

    @Test func `a turn of one tree does not give access to the state of another`() async {
      await #expect(processExitsWith: .failure) {
        let (cell, owners) = (StateCell(0), [PrivateTurns(), PrivateTurns()])
        for owner in owners { owner.lend { turn in _ = cell.read(turn) } }
        withExtendedLifetime(owners) {}
      }
    }

    @Test func `a state that is read under two locks traps in a debug build`() async {
      await #expect(processExitsWith: .failure) {
        let (cell, locks) = (StateCell(0), [Lock(), Lock()])
        for lock in locks { lock.hold { locked in _ = cell.read(locked) } }
        withExtendedLifetime(locks) {}
      }
    }
  #endif
}
