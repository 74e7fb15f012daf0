/// The verdicts on a run, in which a missed time can be measured again.
///
/// Other users of the machine sometimes slow a workload down; its own code slows it down every time.
package struct Check: Sendable {
  package private(set) var findings: [Finding]
  package private(set) var verdicts: [Verdict]
  /// The workloads that met their budgets when they were measured again. The findings of their baselines are unchanged.
  package private(set) var metAgain: Set<String> = []
  private let budgets: Budgets
  /// The number of times that each workload was measured again.
  private var tries: [String: Int] = [:]
  private let slack: Double
  private let slowness: Double
  private let atLeast: Bool

  /// Compares in the same way as `Budgets.verdicts`.
  package init(
    _ findings: [Finding], _ budgets: Budgets, slack: Double, slowness: Double = 1, atLeast: Bool = false
  ) {
    self.findings = findings
    self.budgets = budgets
    self.slack = slack
    self.slowness = slowness
    self.atLeast = atLeast
    verdicts = budgets.verdicts(on: findings, slack: slack, slowness: slowness, atLeast: atLeast)
  }

  /// The workloads that take longer than their budgets.
  package var slow: [String] { findings.map(\.name).filter { name in verdicts.contains { $0.isSlow(name) } } }

  /// The slow workloads that have been measured again fewer than three times.
  package var worthATry: [String] { slow.filter { tries[$0, default: 0] < 3 } }

  /// These workloads and their baselines.
  package var toMeasureAgain: Set<String> { budgets.baselines(of: worthATry).union(worthATry) }

  /// Takes the findings of the slow workloads, measured again with their baselines. A time is accepted if it meets all
  /// time budgets of its workload. Counts are unchanged.
  ///
  /// Workloads that are compared with a new finding are judged again: they may have seemed fast next to a slow moment.
  package mutating func take(_ again: [Finding]) {
    let new = budgets.verdicts(on: again, slack: slack, slowness: slowness, atLeast: atLeast)
    for name in worthATry {
      tries[name, default: 0] += 1
      let times = new.filter { $0.workload == name && $0.isTime }
      guard !times.isEmpty, times.allSatisfy({ $0.outcome == .met }),
        let index = findings.firstIndex(where: { $0.name == name }),
        let finding = again.first(where: { $0.name == name })
      else { continue }
      (findings[index].nanoseconds, findings[index].rounds) = (finding.nanoseconds, finding.rounds)
      metAgain.insert(name)
      settle(name, times)
    }
    let judgedAgain = budgets.verdicts(on: findings, slack: slack, slowness: slowness, atLeast: atLeast).filter(
      \.isTime)
    for name in Set(judgedAgain.map(\.workload)).subtracting(metAgain) {
      settle(name, judgedAgain.filter { $0.workload == name })
    }
  }

  private mutating func settle(_ name: String, _ times: [Verdict]) {
    verdicts.removeAll { $0.workload == name && $0.isTime }
    verdicts += times
  }
}

extension Verdict {
  fileprivate func isSlow(_ name: String) -> Bool { workload == name && isTime && outcome == .missed }
}
