import PureduxTesting
import Testing

/// A way to wait for an event that may never occur.
struct Wait: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let wait: @Sendable (_ limit: Duration) async -> Void

  static let all = [
    Wait(testDescription: "a recorder's values") {
      let recorder = Recorder<Int>()
      recorder.record(1)
      let values = await recorder.values(count: 2, within: $0)
      #expect(values == [1])
    },
    Wait(testDescription: "a release") {
      let probe = ReleaseProbe()
      let token = probe.token()
      await probe.released(within: $0)
      withExtendedLifetime(token) {}
    },
    Wait(testDescription: "sleepers of a clock") { await TestClock().untilAsleep(within: $0) },
    Wait(testDescription: "work of a context") { await TestContext().waitForWork(within: $0) },
  ]
}
