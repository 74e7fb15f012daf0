import BenchmarkBudgets
import Testing

@Suite struct CheckTests {
  private let budgets = Budgets([
    "W": Budget(ratios: [.init(of: "B", atMost: 4)], nanoseconds: 50, counts: ["mallocs": 0]),
    "V": Budget(ratios: [.init(of: "B", atMost: 1)]),
  ])

  private func run(_ nanoseconds: [String: Double], mallocs: Double = 0) -> [Finding] {
    ["B", "V", "W"].compactMap { name in
      nanoseconds[name].map { Finding(name: name, nanoseconds: $0, counts: ["mallocs": mallocs]) }
    }
  }

  @Test func `a slow workload is measured again with its baseline, and the new result counts`() {
    var check = Check(run(["B": 10, "V": 5, "W": 90]), budgets, slack: 1)
    #expect(check.slow == ["W"])
    #expect(check.toMeasureAgain == ["B", "W"])
    check.take(run(["B": 20, "W": 40]))
    #expect(check.slow.isEmpty)
    #expect(!check.verdicts.contains { $0.isFailure })
    #expect(check.verdicts.filter { $0.workload == "W" && $0.isTime }.map(\.measured) == [2, 40])
    #expect(check.findings.map(\.nanoseconds) == [10, 5, 40])
    #expect(check.metAgain == ["W"])
  }

  @Test func `a limit in nanoseconds is wider on a slower machine, and a ratio is not`() {
    let (quick, slow) = (run(["B": 30, "V": 40, "W": 90]), run(["B": 30, "V": 40, "W": 101]))
    func missed(_ findings: [Finding], slowness: Double) -> [String] {
      Check(findings, budgets, slack: 1, slowness: slowness).verdicts.filter { $0.outcome == .missed }
        .map { "\($0.workload) \($0.subject)" }
    }
    #expect(missed(quick, slowness: 1) == ["V B", "W ns"])
    #expect(missed(quick, slowness: 2) == ["V B"])
    #expect(missed(slow, slowness: 2) == ["V B", "W ns"])
  }

  @Test func `a workload that is slow each time fails its budget`() {
    var check = Check(run(["B": 10, "V": 5, "W": 90]), budgets, slack: 1)
    for again in [51.0, 90, 60] {
      #expect(check.worthATry == ["W"])
      check.take(run(["B": 20, "W": again]))
    }
    #expect(check.worthATry.isEmpty)
    #expect(check.slow == ["W"])
    #expect(check.verdicts.contains { $0.isFailure })
  }

  @Test func `a workload with two budgets has to meet both at once`() {
    var check = Check(run(["B": 10, "V": 5, "W": 90]), budgets, slack: 1)
    check.take(run(["B": 100, "W": 60]))
    check.take(run(["B": 1, "W": 40]))
    #expect(check.slow == ["W"])
  }

  @Test func `a workload is judged again if its baseline was measured again`() {
    let budgets = Budgets([
      "W": Budget(ratios: [.init(of: "B", atMost: 4)]), "V": Budget(ratios: [.init(of: "W", atMost: 2)]),
    ])
    var check = Check(run(["B": 10, "V": 100, "W": 90]), budgets, slack: 1)
    #expect(check.slow == ["W"])
    check.take(run(["B": 10, "W": 30]))
    #expect(check.slow == ["V"])
    #expect(check.toMeasureAgain == ["V", "W"])
    check.take(run(["V": 50, "W": 30]))
    #expect(!check.verdicts.contains { $0.isFailure })
  }

  @Test func `a count is never measured again`() {
    var check = Check(run(["B": 10, "V": 5, "W": 40], mallocs: 1), budgets, slack: 1)
    #expect(check.slow.isEmpty)
    check.take(run(["B": 10, "W": 40]))
    #expect(check.verdicts.contains { $0.subject == "mallocs" && $0.isFailure })
  }
}
