import PureduxCore
import PureduxRecording
@testable import PureduxTesting
import TestSupport
import Testing

@Suite struct `The end of a journey`: Travelling {
  let runner = ManualRunner()

  @Test func `comes with the end of the recording, and returns to the present`() {
    let store = counter()
    var recording: Recording? = record(store)
    dispatch([1, 1], to: store)
    recording?.jump(to: 1)
    runner.runUntilIdle()
    dispatch([1], to: store)
    #expect(store.state == 1)
    recording = nil
    runner.runUntilIdle()
    #expect(store.state == 7)
  }

  @Test func `retains nothing after the recording is released`() {
    final class Token: Sendable {}
    struct Kept: Sendable { var tokens = [Token()] }
    weak var token: Token?
    do {
      let store = StateStore<Kept, Bool>(Kept(), runner: runner) { state, isMore in
        if isMore { state.tokens.append(Token()) } else { state.tokens.removeAll() }
      }
      let recording = record(store)
      token = store.state.tokens.first
      for isMore in [true, true, false] { store.dispatch(isMore) }
      runner.runUntilIdle()
      travel(recording) { $0.jump(to: 1) }
      store.dispatch(true)
      runner.runUntilIdle()
      #expect(store.state.tokens.count == 2)
    }
    runner.runUntilIdle()
    #expect(token == nil)
  }

  @Test func `comes when another recording takes over`() {
    let store = counter()
    let first = record(store)
    dispatch([1, 1], to: store)
    travel(first) { $0.jump(to: 1) }
    dispatch([1], to: store)
    let second = record(store)
    #expect(store.state == 7)
    #expect(!first.isPaused)
    travel(first) { $0.jump(to: 1) }
    #expect(store.state == 7)
    dispatch([0], to: store)
    #expect(second.events().map(\.description) == ["counter: 0"])
  }

  @Test func `awaiting a journey, or a log, that only the test can finish fails at its line`() async {
    let failures = Recorder<String>()
    let context = TestContext.impatient(telling: failures)
    let store = context.run { StateStore<Int, Int>(0) { $0 += $1 } }
    let (recording, lines) = (store.record(), Recorder<String>())
    let log = recording.log(to: { lines.record($0) })
    store.dispatch(2)
    await log.settled(); let line = #line
    #expect(lines.values.count == 1)
    recording.jump(to: 0)
    await recording.travelCompleted()
    #expect(store.state == 0)
    #expect(failures.values.count == 2)
    #expect(failures.values.first?.hasPrefix("`await settled` waits for stores of a `TestContext`") == true)
    #expect(failures.values.first?.hasSuffix("(line \(line))") == true)
    #expect(failures.values.last?.hasPrefix("`await arrived`") == true)
    #expect(failures.values.last?.hasSuffix("(line \(line + 3))") == true)
    withExtendedLifetime((context, log)) {}
  }
}
