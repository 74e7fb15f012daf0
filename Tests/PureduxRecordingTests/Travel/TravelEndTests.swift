import PureduxCore
import PureduxRecording
import PureduxTesting
import Testing

@Suite struct `The end of a journey`: Travelling {
  let runner = ManualRunner()

  @Test func `ends with the recording, in the present`() {
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

  @Test func `keeps nothing alive once the recording is gone`() {
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

  @Test func `ends when another recording takes over`() {
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
}
