import Foundation
import PureduxDependencies
import Testing

extension Flags {
  @DependencyEntry fileprivate var itself: Int = Flags[\.itself] + 1
  @DependencyEntry fileprivate var x: Int = Flags[\.y] + 1
  @DependencyEntry fileprivate var y: Int = Flags[\.z] + 1
  @DependencyEntry fileprivate var z: Int = Flags[\.x] + 1

  @DependencyEntry fileprivate var left: Int = meeting.meet { Flags[\.right] + 1 }
  @DependencyEntry fileprivate var right: Int = meeting.meet { Flags[\.left] + 1 }
}

/// Lets two threads continue only when both have arrived.
private final class Meeting: Sendable {
  private let arrivals = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
  private let count = Counter()

  func meet<Value>(_ body: () -> Value) -> Value {
    let mine = count.count() - 1
    arrivals[1 - mine].signal()
    arrivals[mine].wait()
    return body()
  }
}

private let meeting = Meeting()

/// Each in a separate process, because it stops the process.
struct CircularDefaultTests {
  private func said(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func `a default that reads itself is reported, and stops the process`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Flags[\.itself]
    }
    #expect(said(result).contains("the default of `Flags.itself` depends on itself: Flags.itself → Flags.itself"))
  }

  @Test func `a cycle of defaults is reported with every entry on the way`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Flags[\.y]
    }
    #expect(said(result).contains("depends on itself: Flags.y → Flags.z → Flags.x → Flags.y"))
  }

  @Test func `a cycle across two threads is reported instead of causing a deadlock`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      onThreads(2) { _ = $0 == 0 ? Flags[\.left] : Flags[\.right] }
    }
    let cycles = ["Flags.left → Flags.right → Flags.left", "Flags.right → Flags.left → Flags.right"]
    #expect(cycles.contains { said(result).contains("depends on itself: " + $0) })
  }
}
