import PureduxTesting
import Testing

@Suite struct `A release probe` {
  @Test func `reports that the object with its token was released`() {
    let probe = ReleaseProbe()
    do { _ = probe.token() }
    probe.expectReleased()
    #expect(probe.isReleased)
  }

  @Test func `returns from waiting when the last token is released`() async {
    let probe = ReleaseProbe()
    let task = { Task { [token = probe.token()] in withExtendedLifetime(token) {} } }()
    await probe.released()
    await task.value
  }
}
