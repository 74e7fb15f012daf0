import PureduxTesting
import Testing

@Suite struct `A release probe` {
  @Test func `says that what held a token is gone`() {
    let probe = ReleaseProbe()
    do { _ = probe.token() }
    probe.expectReleased()
    #expect(probe.isReleased)
  }

  @Test func `returns from waiting when the last token goes`() async {
    let probe = ReleaseProbe()
    let task = { Task { [token = probe.token()] in withExtendedLifetime(token) {} } }()
    await probe.released()
    await task.value
  }
}
