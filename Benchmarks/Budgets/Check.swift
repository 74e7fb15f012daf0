/// The verdicts on a run, of which the misses of times can be looked at again.
///
/// A machine's other users slow down a workload now and then; its own code slows it down each time it is measured.
package struct Check: Sendable {
  package private(set) var findings: [Finding]
  package private(set) var verdicts: [Verdict]
  /// The workloads that were measured again, and met what they had missed. Their baselines' findings are as they were.
  package private(set) var metAgain: Set<String> = []
  private let budgets: Budgets
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

  /// These, and what they are compared with.
  package var toMeasureAgain: Set<String> { budgets.baselines(of: slow).union(slow) }

  /// Takes what the slow workloads came to when they were measured again with their baselines: a time counts where
  /// all that its workload may take is met now. Counts are as they were.
  package mutating func take(_ again: [Finding]) {
    let new = budgets.verdicts(on: again, slack: slack, atLeast: atLeast).filter(\.isTime)
    for name in slow {
      let times = new.filter { $0.workload == name }
      guard !times.isEmpty, times.allSatisfy({ $0.outcome == .met }) else { continue }
      metAgain.insert(name)
      verdicts.removeAll { $0.workload == name && $0.isTime }
      verdicts += times
      guard let index = findings.firstIndex(where: { $0.name == name }),
        let finding = again.first(where: { $0.name == name })
      else { continue }
      (findings[index].nanoseconds, findings[index].rounds) = (finding.nanoseconds, finding.rounds)
    }
  }
}

extension Verdict {
  fileprivate func isSlow(_ name: String) -> Bool { workload == name && isTime && outcome == .missed }
}
