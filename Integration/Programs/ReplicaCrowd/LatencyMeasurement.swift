import Dispatch
import Foundation
import PureduxReplica

/// Measures the time from a dispatch in one process to the observer in another.
struct LatencyMeasurement {
  let folder: CrowdFolder
  let sender: String
  let receiver: String

  func run(count: Int) async throws {
    try folder.begin()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["pings", folder.path, sender, "\(count)"]
    let store = LedgerStore(replica: Ledger(), in: folder.log(receiver)) { $0.reduce($1) }
    let (times, recorder) = AsyncStream.makeStream(of: UInt64.self)
    let subscription = store.subscribe(removeDuplicates: .equal { $0.lastPing }) { state in
      if state.lastPing > 0 { recorder.yield(DispatchTime.now().uptimeNanoseconds - state.lastPing) }
    }
    try process.run()
    var latencies: [UInt64] = []
    for await time in times {
      latencies.append(time)
      if latencies.count == count { break }
    }
    try folder.give(.end)
    process.waitUntilExit()
    subscription.cancel()
    let sorted = latencies.sorted()
    func microseconds(_ share: Double) -> UInt64 {
      sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))] / 1_000
    }
    print("\(sender) → \(receiver): p50 \(microseconds(0.5)) µs p99 \(microseconds(0.99)) µs of \(sorted.count)")
  }

  /// The process that dispatches: each ping after the one before is confirmed, so that none is skipped.
  static func send(_ folder: CrowdFolder, _ name: String, count: Int) async throws {
    let store = LedgerStore(replica: Ledger(), in: folder.log(name)) { $0.reduce($1) }
    for _ in 0..<count {
      store.dispatch(.ping(nanoseconds: DispatchTime.now().uptimeNanoseconds))
      try await store.confirmed()
      try await Task.sleep(for: .milliseconds(4))
    }
    try await folder.wait(for: .end)
  }
}
