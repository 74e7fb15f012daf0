import BenchmarkBudgets
import MachineProbes

/// Runs workloads in turn, round after round, so that a slow moment of the machine meets all of them alike.
struct Run {
  let workloads: [Workload]
  let rounds: Int
  /// What part of a full run's actions is performed.
  let scale: Double
  let progress: ProgressLine

  func findings() -> [Finding] {
    var times = [[Double]](repeating: [], count: workloads.count)
    var last = workloads.map { Meter(actions: actions(of: $0), mode: .mallocs) }
    for round in 0...rounds {
      for (index, workload) in workloads.enumerated() {
        progress.show(workload.name, step: round * workloads.count + index, of: (rounds + 1) * workloads.count)
        var meter = Meter(actions: actions(of: workload), mode: round < rounds ? .time : .mallocs)
        workload.body(&meter)
        if round < rounds { times[index].append(meter.nanoseconds) }
        last[index] = meter
      }
    }
    progress.clear()
    return zip(workloads, zip(times, last)).map { workload, results in
      Finding(
        name: workload.name, nanoseconds: median(results.0), rounds: results.0,
        counts: malloc_counter_is_available() ? results.1.counts : nil, unavailable: results.1.unavailable)
    }
  }

  private func actions(of workload: Workload) -> Int { max(1, Int(Double(workload.actions) * scale)) }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
