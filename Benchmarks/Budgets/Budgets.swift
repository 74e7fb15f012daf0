internal import Foundation

/// The budgets of all workloads, by name.
package struct Budgets: Equatable, Sendable {
  package var workloads: [String: Budget]

  package init(_ workloads: [String: Budget]) { self.workloads = workloads }

  /// Compares findings with their budgets: times with a factor of `slack`, counts strictly.
  ///
  /// With `atLeast`, the fastest round of a workload is compared with the median of its baseline, so neither a slow
  /// moment of the workload nor a quick moment of the baseline counts as a miss.
  ///
  /// Limits in nanoseconds are multiplied by `slowness`: the ratio of this machine's times to those of the reference
  /// machine.
  package func verdicts(
    on findings: [Finding], slack: Double, slowness: Double = 1, atLeast: Bool = false
  ) -> [Verdict] {
    let taken = { (finding: Finding) in atLeast ? finding.least : finding.nanoseconds }
    let measured = Dictionary(findings.map { ($0.name, $0) }) { $1 }
    return workloads.sorted { $0.key < $1.key }.flatMap { name, budget in
      ratios(of: name, budget, measured, slack, taken) + growth(of: name, budget, measured, slack, taken)
        + time(of: name, budget, measured, slack * slowness, taken)
        + counts(of: name, budget, measured)
    }
  }

  /// The workloads that must also be measured, for comparison with these.
  package func baselines(of names: some Sequence<String>) -> Set<String> {
    let budgets = names.compactMap { workloads[$0] }
    return Set(budgets.flatMap { ($0.ratios ?? []).map(\.of) } + budgets.compactMap(\.growth?.of))
  }

  private func ratios(
    of name: String, _ budget: Budget, _ measured: [String: Finding], _ slack: Double,
    _ taken: (Finding) -> Double
  ) -> [Verdict] {
    (budget.ratios ?? []).map { ratio in
      let (row, baseline) = (measured[name], measured[ratio.of])
      let unavailable = row?.unavailable ?? baseline?.unavailable
      let quotient = row.flatMap { row in baseline.map { taken(row) / $0.nanoseconds } }
      return verdict(
        name, ratio.of, quotient, limit: ratio.atMost, tolerated: ratio.atMost * slack, unavailable: unavailable)
    }
  }

  private func growth(
    of name: String, _ budget: Budget, _ measured: [String: Finding], _ slack: Double,
    _ taken: (Finding) -> Double
  ) -> [Verdict] {
    guard let growth = budget.growth else { return [] }
    let (row, smaller) = (measured[name], measured[growth.of])
    let exponent = row.flatMap { row in smaller.map { log(taken(row) / $0.nanoseconds) / log(growth.times) } }
    // Twice the time is a larger exponent between close sizes than between distant ones.
    var verdict = verdict(
      name, growth.of, exponent, limit: growth.exponentAtMost,
      tolerated: growth.exponentAtMost + log(slack) / log(growth.times),
      unavailable: row?.unavailable ?? smaller?.unavailable)
    verdict.isExponent = true
    return [verdict]
  }

  private func time(
    of name: String, _ budget: Budget, _ measured: [String: Finding], _ slack: Double,
    _ taken: (Finding) -> Double
  ) -> [Verdict] {
    budget.nanoseconds.map { limit in
      let row = measured[name]
      return [
        verdict(name, "ns", row.map(taken), limit: limit, tolerated: limit * slack, unavailable: row?.unavailable)
      ]
    } ?? []
  }

  private func counts(of name: String, _ budget: Budget, _ measured: [String: Finding]) -> [Verdict] {
    (budget.counts ?? [:]).sorted { $0.key < $1.key }.map { subject, limit in
      let row = measured[name]
      let cannotCount = row.flatMap { $0.counts == nil ? "this machine cannot count mallocs" : nil }
      let count = row?.counts?[subject].map { ($0 * 10).rounded() / 10 }
      let unavailable = row?.unavailable ?? cannotCount
      return verdict(
        name, subject, count, limit: limit, tolerated: limit, isTime: false, unavailable: unavailable)
    }
  }

  private func verdict(
    _ workload: String, _ subject: String, _ measured: Double?, limit: Double, tolerated: Double,
    isTime: Bool = true, unavailable: String?
  ) -> Verdict {
    let outcome: Verdict.Outcome
    if let unavailable {
      outcome = .unavailable(unavailable)
    } else if let measured {
      outcome = measured <= tolerated ? .met : .missed
    } else {
      outcome = .notMeasured
    }
    return Verdict(
      workload: workload, subject: subject, measured: measured, limit: limit, isTime: isTime, outcome: outcome)
  }
}

extension Budgets: Codable {
  package init(from decoder: any Decoder) throws { workloads = try .init(from: decoder) }
  package func encode(to encoder: any Encoder) throws { try workloads.encode(to: encoder) }
}
