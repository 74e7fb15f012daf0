/// The verdicts on a run, of which the misses of times can be looked at again.
///
/// A machine's other users slow down a workload now and then; its own code slows it down each time it is measured.
package struct Check: Sendable {
  package private(set) var findings: [Finding]
  package private(set) var verdicts: [Verdict]
  /// The workloads that were measured again, and met what they had missed. Their baselines' findings are as they were.
  package private(set) var metAgain: Set<String> = []
  private let budgets: Budgets
  /// How often each workload was measured again.
  private var tries: [String: Int] = [:]
  private let slack: Double
  private let atLeast: Bool

  /// Compares as `Budgets.verdicts` does.
  package init(_ findings: [Finding], _ budgets: Budgets, slack: Double, atLeast: Bool = false) {
    self.findings = findings
    self.budgets = budgets
    self.slack = slack
    self.atLeast = atLeast
    verdicts = budgets.verdicts(on: findings, slack: slack, atLeast: atLeast)
  }

  /// The workloads that take longer than they may.
  package var slow: [String] { findings.map(\.name).filter { name in verdicts.contains { $0.isSlow(name) } } }

  /// Those of them that were not measured again three times yet.
  package var worthATry: [String] { slow.filter { tries[$0, default: 0] < 3 } }

  /// These, and what they are compared with.
  package var toMeasureAgain: Set<String> { budgets.baselines(of: worthATry).union(worthATry) }

  /// Takes what the slow workloads came to when they were measured again with their baselines: a time counts where
  /// all that its workload may take is met now. Counts are as they were.
  ///
  /// What is compared with such a workload is judged again: it may have looked quick beside a slow moment of it.
  package mutating func take(_ again: [Finding]) {
    let new = budgets.verdicts(on: again, slack: slack, atLeast: atLeast)
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
    let judgedAgain = budgets.verdicts(on: findings, slack: slack, atLeast: atLeast).filter(\.isTime)
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
