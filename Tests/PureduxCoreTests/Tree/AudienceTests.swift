import PureduxTesting
import Testing

@testable import PureduxCore

@Suite struct AudienceTests {
  /// Tells whether the audience stands in what is above it.
  private let link = Recorder<Bool>()
  private let turns = PrivateTurns()

  private func audience() -> Audience<Int> {
    Audience<Int>(lock: Lock()) { [link] audience, _ in
      link.record(audience != nil)
      return nil
    }
  }

  private func registration(
    _ number: UInt64, in audience: Audience<Int>, _ observe: @escaping @Sendable (Int) -> Void
  ) -> Registration<Int> {
    Registration(number: number, identity: nil, choice: .all, audience: audience) { state, _ in
      observe(state)
      return .active
    }
  }

  private func publish(_ state: Int, to audience: Audience<Int>) {
    turns.lend { turn in
      withTemporaryValue(filledBy: { pointer in initialize(at: pointer) { state } }) { audience.publish($0, turn) }
    }
  }

  @Test func `it stands in the tree while somebody observes, and is entered once for all`() {
    let audience = audience()
    let (first, second) = (registration(1, in: audience) { _ in }, registration(2, in: audience) { _ in })
    audience.add(first)
    audience.add(second)
    #expect(link.values == [true])
    first.end()
    #expect(link.values == [true])
    second.end()
    #expect(link.values == [true, false])
  }

  @Test func `observers are called in the order of their numbers, then the branches below`() {
    let audience = audience()
    let calls = Recorder<String>()
    let below = audience.below(2) { state, _ in "\(state)" }
    let part = Registration(number: 3, identity: nil, choice: .all, audience: below) { state, _ in
      calls.record("part \(state)")
      return .active
    }
    below.add(part)
    let late = registration(5, in: audience) { calls.record("late \($0)") }
    let early = registration(4, in: audience) { calls.record("early \($0)") }
    audience.add(late)
    audience.add(early)
    publish(7, to: audience)
    #expect(calls.values == ["early 7", "late 7", "part 7"])
  }

  @Test func `closing ends the observers here and below, and whoever comes later`() {
    let audience = audience()
    let below = audience.below(1) { state, _ in state }
    let (here, there) = (registration(2, in: audience) { _ in }, registration(3, in: below) { _ in })
    audience.add(here)
    below.add(there)
    audience.close()
    #expect(here.isEnded)
    #expect(there.isEnded)
    let late = registration(4, in: below) { _ in }
    below.add(late)
    #expect(late.isEnded)
    #expect(link.values == [true, false])
  }

  @Test func `what is attached ends with the store, and at once where the store is gone`() {
    let audience = audience()
    let (first, second) = (RunningWork(), RunningWork())
    audience.keep(first)
    #expect(!first.isEnded)
    audience.close()
    #expect(first.isEnded)
    audience.keep(second)
    #expect(second.isEnded)
  }
}
