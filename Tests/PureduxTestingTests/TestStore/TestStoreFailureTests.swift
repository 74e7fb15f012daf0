import PureduxEffects
import PureduxTesting
import Testing

@Suite struct `A story that deviates` {
  private let failures = RecordedFailures()

  private func makeStore(_ exhaustivity: Exhaustivity = .full) -> TestStore<Int, Int> {
    failures.recording { TestStore(exhaustivity: exhaustivity) { StateStore<Int, Int>(0) { $0 += $1 } } }
  }

  @Test func `continues with the state that an unexpected action has made`() {
    let store = makeStore()
    store.store.dispatch(4)
    store.receive(1); let line = #line
    #expect(failures.values == ["Received an unexpected action.\n  - 1\n  + 4 (line \(line))"])
    #expect(store.state == 4)
  }

  @Test func `a partial step fails only for the parts it describes`() {
    let store = makeStore(.partial)
    store.send(2)
    store.send(2) { $0 = 4 }
    #expect(failures.values == [])
    store.send(2) { $0 = 5 }; let line = #line
    #expect(
      failures.values == [
        "2 changed the state differently than expected (- expected, + actual).\n- 5\n+ 6 (line \(line))"
      ])
  }

  @Test func `one step can be partial in a full story`() {
    let store = makeStore()
    store.send(2, .partial)
    store.finish()
    #expect(failures.values == [])
  }

  @Test func `shows the mistake that was reported before, if an action is missing`() {
    struct Child: Feature {
      enum Action: Sendable { case tick }
      var ticks = 0
      static let effects: Effects = [.effect(whilePresent: "clock") { _, dispatch in Effect { dispatch(.tick) } }]
    }
    struct Parent: Feature {
      enum Action: Sendable { case open, child(Child.Action) }
      var child: Child?
    }
    let store = failures.recording {
      TestStore { StateStore(feature: Parent()) { parent, _ in parent.child = Child() } }
    }
    store.send(.open) { $0.child = Child() }
    store.receive(.child(.tick)); let line = #line
    #expect(
      failures.values == [
        """
        .child(.tick) was not received.
        A mistake was reported before: the state contains the feature Child at `\\State.child`, which no `.part` or \
        `.parts` names, so its effects never run.
        To fix: add `.part(\\.child, …)` to the `effects` of its parent, or `.parts` for the elements of a list. \
        (line \(line))
        """
      ])
    store.finish()
  }

  @Test func `names the partial step that skipped the missing action`() {
    let store = makeStore(.partial)
    store.store.dispatch(7)
    store.send(1); let skipping = #line
    store.receive(7); let line = #line
    #expect(
      failures.values == [
        """
        7 had arrived earlier, but the partial step at \(#fileID):\(skipping) skipped it.
        To fix: receive it before that step, or remove this step. (line \(line))
        """
      ])
    store.receive(8)
    #expect(failures.values.last?.hasPrefix("8 was not received.") == true)
  }

  @Test func `does not fail for NaN, or at the steps after it`() {
    struct Measured: Equatable {
      var value = 0.0
      var count = 0
    }
    let store = failures.recording {
      TestStore {
        StateStore<Measured, Double>(Measured()) {
          $0.value = $1
          $0.count += 1
        }
      }
    }
    store.send(.nan) {
      $0.value = .nan
      $0.count = 1
    }
    store.send(.nan) { $0.count = 2 }
    store.store.dispatch(.nan)
    store.receive(.nan) { $0.count = 3 }
    store.finish()
    #expect(failures.values == [])
  }
}
