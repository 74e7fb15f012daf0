import PureduxTesting
import Testing

@Suite struct `A release probe` {
  @Test func `says that what held a token is gone`() {
    let probe = ReleaseProbe()
    do { _ = probe.token() }
    probe.expectReleased()
    #expect(probe.isReleased)
  }

  @Test func `fails while a token is held`() {
    let failures = RecordedFailures()
    let probe = failures.recording { ReleaseProbe("the screen") }
    let tokens = [probe.token() as AnyObject, probe.token()]
    probe.expectReleased(); let line = #line
    #expect(failures.values == ["the screen is still alive: 2 tokens are held. (line \(line))"])
    withExtendedLifetime(tokens) {}
  }

  @Test func `returns from waiting when the last token goes`() async {
    let probe = ReleaseProbe()
    let task = { Task { [token = probe.token()] in withExtendedLifetime(token) {} } }()
    await probe.released()
    await task.value
  }
}
