import PureduxTesting
import Testing

/// Waits that exceed a limit of real time.
@Suite struct `A wait that takes too long` {
  private let failures = RecordedFailures()

  private static let limits: [Duration] = [.seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1), .milliseconds(1)]

  @Test(arguments: Wait.all, limits) func `fails once, and returns`(_ one: Wait, limit: Duration) async {
    await failures.recording { await one.wait(limit) }
    #expect(failures.values.count == 1)
  }

  @Test func `fails at the waiting line, and lists the received and the missing values`() async {
    let line = #line + 4
    await failures.recording {
      let recorder = Recorder<String>()
      for number in 1...4 { recorder.record("value \(number)") }
      #expect(await recorder.values(count: 9, within: .zero).count == 4)
    }
    #expect(
      failures.values == [
        """
        Waited 0.0 seconds for 9 values, and 4 were recorded, the last of them:
          "value 2"
          "value 3"
          "value 4"
        To fix: find out what the test waits for, or allow more time with `within:`. (line \(line))
        """
      ])
  }

  @Test func `does not fail if there is nothing to wait for, whatever the limit is`() async {
    await failures.recording {
      let (recorder, probe) = (Recorder<Int>(), ReleaseProbe())
      recorder.record(1)
      for limit in Self.limits + [.seconds(Int64.max)] {
        #expect(await recorder.values(count: 1, within: limit) == [1])
        #expect(await recorder.values(count: .min, within: limit) == [1])
        await probe.released(within: limit)
        await TestClock().untilAsleep(-1, within: limit)
      }
    }
    #expect(failures.values == [])
  }
}
