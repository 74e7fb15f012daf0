import BenchmarkBudgets
import MachineProbes

/// Runs the workloads in turn, round after round, so that a slow moment of the machine affects all of them.
struct Run {
  let workloads: [Workload]
  let rounds: Int
  /// The number of further rounds in which mallocs are counted. The smallest count is taken, because waking a runner
  /// costs a few mallocs, and other users of the machine influence how often it is woken.
  let countingRounds: Int
  /// The fraction of a full run's actions that is performed.
  let scale: Double
  /// The seconds after which a workload, with its preparation, has had enough rounds: then its mallocs are counted once,
  /// and it is not run again.
  let patience: Double
  let progress: ProgressLine

  /// The same run for some of the workloads, without counting.
  func only(_ names: Set<String>) -> Run {
    Run(
      workloads: workloads.filter { names.contains($0.name) }, rounds: rounds, countingRounds: 0, scale: scale,
      patience: patience, progress: progress)
  }

  func findings() -> [Finding] {
    var times = [[Double]](repeating: [], count: workloads.count)
    var counted = [[Meter]](repeating: [], count: workloads.count)
    var unavailable = [String?](repeating: nil, count: workloads.count)
    var spent = [Double](repeating: 0, count: workloads.count)
    let steps = (rounds + countingRounds) * workloads.count
    for step in 0..<steps {
      let (round, index) = step.quotientAndRemainder(dividingBy: workloads.count)
      let workload = workloads[index]
      if spent[index] > patience, round < rounds ? !times[index].isEmpty : !counted[index].isEmpty { continue }
      progress.show(workload.name, step: step, of: steps)
      var meter = Meter(actions: actions(of: workload), mode: round < rounds ? .time : .mallocs)
      spent[index] += Double(time { workload.body(&meter) }) / 1e9
      if let reason = meter.unavailable { unavailable[index] = reason }
      if round < rounds { times[index].append(meter.nanoseconds) } else { counted[index].append(meter) }
    }
    progress.clear()
    return workloads.indices.map { index in
      Finding(
        name: workloads[index].name, nanoseconds: median(times[index]), rounds: times[index],
        counts: malloc_counter_is_available() ? least(counted[index].map(\.counts)) : nil,
        unavailable: unavailable[index])
    }
  }

  private func least(_ counts: [[String: Double]]) -> [String: Double] {
    counts.reduce(into: [:]) { least, counts in least.merge(counts, uniquingKeysWith: min) }
  }

  private func actions(of workload: Workload) -> Int { max(1, Int(Double(workload.actions) * scale)) }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
