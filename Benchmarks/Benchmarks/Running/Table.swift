import BenchmarkBudgets
import Foundation

/// The results as text, one line for each workload.
struct Table {
  let workloads: [Workload]
  let findings: [Finding]
  let verdicts: [Verdict]
  let metAgain: Set<String>

  var text: String {
    let rows = zip(workloads, findings).map(row)
    let header = ["", "workload", "ns", "of its baselines", "mallocs", "bytes", "peak", "budget"]
    let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
    return ([header] + rows).map { line($0, widths) }.joined(separator: "\n") + "\n"
  }

  private func row(_ workload: Workload, _ finding: Finding) -> [String] {
    let judged = verdicts.filter { $0.workload == workload.name }
    if let reason = finding.unavailable {
      return [workload.name, workload.title, "–", "", "", "", "", "not run: \(reason)"]
    }
    let ours = findings.first { $0.name == workload.beside }
    let ratios = judged.filter { $0.measured != nil && $0.isTime && $0.subject != "ns" }
    return [
      workload.name, workload.title, number(finding.nanoseconds),
      ours.map { "\(decimals(finding.nanoseconds / $0.nanoseconds)) × ours" }
        ?? ratios.map(comparison).joined(separator: ", "),
      finding.counts?["mallocs"].map(decimals) ?? "?", finding.counts?["bytes"].map(number) ?? "?",
      finding.counts?["peak"].map(size) ?? "?",
      judged.isEmpty ? "" : judged.allSatisfy { $0.outcome == .met } ? met(workload.name, judged) : misses(judged),
    ]
  }

  private func comparison(_ verdict: Verdict) -> String {
    let measured = decimals(verdict.measured ?? 0)
    return verdict.isExponent ? "exponent \(measured) since \(verdict.subject)" : "\(measured) × \(verdict.subject)"
  }

  private func met(_ name: String, _ judged: [Verdict]) -> String {
    let excess = judged.filter(\.needsSlack).map(excess)
    guard excess.isEmpty else { return "met with slack: \(excess.joined(separator: "; "))" }
    return metAgain.contains(name) ? "met when measured again" : "met"
  }

  private func excess(_ verdict: Verdict) -> String {
    "\(verdict.subject) \(decimals(verdict.measured ?? 0)) > \(decimals(verdict.limit))"
  }

  private func misses(_ judged: [Verdict]) -> String {
    judged.filter { $0.outcome != .met }.map { verdict in
      switch verdict.outcome {
      case .unavailable(let reason): reason
      case .notMeasured: "NOT MEASURED: \(verdict.subject)"
      default: "MISSED: \(excess(verdict))"
      }
    }.joined(separator: "; ")
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    zip(cells, widths).enumerated().map { column, cell in
      let padding = String(repeating: " ", count: cell.1 - cell.0.count)
      return [2, 4, 5, 6].contains(column) ? padding + cell.0 : cell.0 + padding
    }.joined(separator: "  ")
  }

  private func decimals(_ value: Double) -> String { String(format: "%.2f", value) }
  private func number(_ value: Double) -> String { String(format: value < 100 ? "%.1f" : "%.0f", value) }
  private func size(_ bytes: Double) -> String { String(format: "%.1f MB", bytes / 1_000_000) }
}
