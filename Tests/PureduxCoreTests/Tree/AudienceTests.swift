import PureduxTesting
import Testing

@testable import PureduxCore

@Suite struct AudienceTests {
  /// Reports whether the audience is in its parent audience.
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
    Registration(number: number, audience: audience, call: observe)
  }

  private func publish(_ state: Int, to audience: Audience<Int>) {
    turns.lend { turn in
      withTemporaryValue(filledBy: { pointer in initialize(at: pointer) { state } }) { audience.publish($0, turn) }
    }
  }

  /// Returns how often the state was created.
  private func makeAndPublish(_ state: Int, to audience: Audience<Int>) -> Int {
    var times = 0
    turns.lend { turn in
      audience.publish(turn) { pointer in
        times += 1
        initialize(at: pointer) { state }
      }
    }
    return times
  }

  @Test func `an audience is in the tree while it is observed, and is added once for all observers`() {
    let audience = audience()
    let (first, second) = (registration(1, in: audience) { _ in }, registration(2, in: audience) { _ in })
    audience.add(first)
    audience.add(second)
    #expect(link.values == [true])
    first.cancel()
    #expect(link.values == [true])
    second.cancel()
    #expect(link.values == [true, false])
  }

  @Test func `a branch that is released while its elder sibling is called remains until it was called`() {
    final class Captured: Sendable { let text = "captured" }
    let audience = audience()
    let calls = Recorder<String>()
    let younger = Guarded<(audience: Audience<String>, registration: Registration<String>)?>(nil)
    let elder = audience.below(1) { state, _ in state }
    let observer = registration(2, in: elder) { _ in younger.take()?.registration.cancel() }
    elder.add(observer)
    weak var released: Captured?
    do {
      let captured = Captured()
      released = captured
      let below = audience.below(3) { state, _ in
        calls.record(captured.text)
        return "\(state)"
      }
      let registration = Registration(number: 4, audience: below) { calls.record($0) }
      below.add(registration)
      younger.withLock { $0 = (below, registration) }
    }
    publish(1, to: audience)
    // The state is still computed, but an observer that has ended is not called.
    #expect(calls.values == ["captured"])
    #expect(released == nil)
    publish(2, to: audience)
    #expect(calls.values == ["captured"])
    observer.cancel()
  }

  @Test func `observers are called in the order of their numbers, then the branches below`() {
    let audience = audience()
    let calls = Recorder<String>()
    let below = audience.below(2) { state, _ in "\(state)" }
    let part = Registration(number: 3, audience: below) { state in
      calls.record("part \(state)")
    }
    below.add(part)
    let late = registration(5, in: audience) { calls.record("late \($0)") }
    let early = registration(4, in: audience) { calls.record("early \($0)") }
    audience.add(late)
    audience.add(early)
    publish(7, to: audience)
    #expect(calls.values == ["early 7", "late 7", "part 7"])
  }

  @Test func `the states of a chain of children are created in place, once, whichever of them is observed`() {
    let audience = audience()
    let calls = Recorder<String>()
    let child = audience.ofChild(1, StateCell("child"))
    let part = child.below(2) { state, _ in "\(state.0) of \(state.1)" }
    let leaf = part.ofChild(3, StateCell([0.5]))
    let atLeaf = Registration(number: 4, audience: leaf) { state in
      calls.record("leaf \(state.0) \(state.1)")
    }
    leaf.add(atLeaf)
    #expect(makeAndPublish(7, to: audience) == 1)
    #expect(calls.values == ["leaf 7 of child [0.5]"])
    let atChild = Registration(number: 5, audience: child) { state in
      calls.record("child \(state.0) \(state.1)")
    }
    child.add(atChild)
    let beside = audience.ofChild(6, StateCell("beside"))
    let atBeside = Registration(number: 7, audience: beside) { state in
      calls.record("\(state.1) \(state.0)")
    }
    beside.add(atBeside)
    #expect(makeAndPublish(8, to: audience) == 1)
    #expect(calls.values.dropFirst() == ["child 8 child", "leaf 8 of child [0.5]", "beside 8"])
    atChild.cancel()
    atLeaf.cancel()
    #expect(makeAndPublish(9, to: audience) == 1)
    #expect(calls.values.dropFirst(4) == ["beside 9"])
  }

  @Test func `closing an audience ends its observers, those of its descendants, and later ones`() {
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

  @Test func `attached work ends with the store, and at once if the store was released`() {
    let audience = audience()
    let (first, second) = (PendingWork(), PendingWork())
    audience.keep(first)
    #expect(!first.isEnded)
    audience.close()
    #expect(first.isEnded)
    audience.keep(second)
    #expect(second.isEnded)
  }

  @Test func `attached work ends while states are still published, at each level`() {
    let audience = audience()
    let below = audience.below(1) { state, _ in state }
    let calls = Recorder<String>()
    for (place, part) in [("here", audience), ("below", below)] {
      let observer = registration(place == "here" ? 2 : 3, in: part) { calls.record("\(place) \($0)") }
      part.add(observer)
      part.keep(
        EndingWork { [turns] in
          turns.lend { turn in
            withTemporaryValue(filledBy: { pointer in initialize(at: pointer) { 7 } }) { audience.publish($0, turn) }
          }
        })
    }
    audience.close()
    #expect(calls.values == ["here 7", "below 7", "here 7", "below 7"])
    publish(8, to: audience)
    #expect(calls.values.count == 4)
  }
}

/// Work that runs a closure when it is cancelled.
private final class EndingWork: Cancellable {
  private let body: @Sendable () -> Void

  init(body: @escaping @Sendable () -> Void) { self.body = body }

  func cancel() { body() }
}
