import BenchmarkBudgets
import Foundation
import Testing

private let budgets = Budgets([
  "W": Budget(ratios: [.init(of: "B", atMost: 4)]),
  "T": Budget(nanoseconds: 300),
  "C": Budget(counts: ["mallocs": 0]),
])

private func verdict(on name: String, _ findings: Finding..., slack: Double = 1) throws -> Verdict {
  try #require(budgets.verdicts(on: findings, slack: slack).first { $0.workload == name })
}

@Test(arguments: [1.0, 2.0])
func `a ratio beyond its slack is missed, and one within is met`(slack: Double) throws {
  let baseline = Finding(name: "B", nanoseconds: 10)
  let within = try verdict(on: "W", Finding(name: "W", nanoseconds: 40 * slack), baseline, slack: slack)
  #expect(within.outcome == .met)
  let beyond = try verdict(on: "W", Finding(name: "W", nanoseconds: 40.1 * slack), baseline, slack: slack)
  #expect(beyond.outcome == .missed)
  #expect(beyond.isFailure)
}

@Test func `a result at twice its slack fails the check`() throws {
  let result = Finding(name: "W", nanoseconds: 4 * 10 * 2 * 2)
  let verdict = try verdict(on: "W", result, Finding(name: "B", nanoseconds: 10), slack: 2)
  #expect(verdict.isFailure)
  #expect(verdict.measured == 16)
}

@Test func `in the short form a row is taken at its fastest round, and its baseline at the median`() throws {
  let row = Finding(name: "W", nanoseconds: 90, rounds: [90, 40, 95])
  let baseline = Finding(name: "B", nanoseconds: 10, rounds: [1, 10, 11])
  let budgets = Budgets(["W": Budget(ratios: [.init(of: "B", atMost: 4)], nanoseconds: 40)])
  #expect(budgets.verdicts(on: [row, baseline], slack: 1, atLeast: true).map(\.measured) == [4, 40])
  #expect(budgets.verdicts(on: [row, baseline], slack: 1).map(\.measured) == [9, 90])
}

@Test(arguments: [(1_900.0, 1.0, true), (2_100, 1, false), (3_900, 2, true), (4_100, 2, false)])
func `growth beyond its exponent and slack is missed`(nanoseconds: Double, slack: Double, isMet: Bool) throws {
  let budgets = Budgets(["G-100": Budget(growth: .init(of: "G-1", times: 100, exponentAtMost: 0.5))])
  let findings = [Finding(name: "G-1", nanoseconds: 200), Finding(name: "G-100", nanoseconds: nanoseconds)]
  let verdict = try #require(budgets.verdicts(on: findings, slack: slack).first)
  #expect(verdict.isExponent)
  #expect((verdict.outcome == .met) == isMet)
  #expect(budgets.baselines(of: ["G-100"]) == ["G-1"])
}

@Test func `a time beyond its slack is missed`() throws {
  #expect(try verdict(on: "T", Finding(name: "T", nanoseconds: 599), slack: 2).outcome == .met)
  #expect(try verdict(on: "T", Finding(name: "T", nanoseconds: 601), slack: 2).outcome == .missed)
}

@Test func `a time within its slack is met, and shown to need it`() throws {
  let quick = try verdict(on: "T", Finding(name: "T", nanoseconds: 299), slack: 2)
  let slow = try verdict(on: "T", Finding(name: "T", nanoseconds: 301), slack: 2)
  let missed = try verdict(on: "T", Finding(name: "T", nanoseconds: 601), slack: 2)
  #expect([quick, slow, missed].map(\.needsSlack) == [false, true, false])
}

@Test(arguments: [(1_900.0, false), (2_100, true)])
func `a growth beyond its exponent needs its slack`(nanoseconds: Double, needsSlack: Bool) throws {
  let budgets = Budgets(["G-100": Budget(growth: .init(of: "G-1", times: 100, exponentAtMost: 0.5))])
  let findings = [Finding(name: "G-1", nanoseconds: 200), Finding(name: "G-100", nanoseconds: nanoseconds)]
  let verdict = try #require(budgets.verdicts(on: findings, slack: 2).first)
  #expect(verdict.outcome == .met && verdict.limit == 0.5)
  #expect(verdict.needsSlack == needsSlack)
}

@Test func `a count has no slack`() throws {
  let one = Finding(name: "C", nanoseconds: 1, counts: ["mallocs": 1])
  #expect(try verdict(on: "C", one, slack: 2).outcome == .missed)
}

@Test func `a count is compared to one decimal`() throws {
  let (few, more) = (0.049, 0.051)
  #expect(try verdict(on: "C", Finding(name: "C", nanoseconds: 1, counts: ["mallocs": few])).outcome == .met)
  #expect(try verdict(on: "C", Finding(name: "C", nanoseconds: 1, counts: ["mallocs": more])).outcome == .missed)
}

@Test func `a budget that nothing was measured for fails the check`() throws {
  #expect(try verdict(on: "W").outcome == .notMeasured)
  #expect(try verdict(on: "W", Finding(name: "W", nanoseconds: 1)).isFailure)
  #expect(try verdict(on: "C", Finding(name: "C", nanoseconds: 1)).isFailure)
}

@Test func `a budget that a machine cannot measure does not fail the check`() throws {
  let uncounted = Finding(name: "C", nanoseconds: 1, counts: nil)
  #expect(try verdict(on: "C", uncounted).isFailure == false)
  let skipped = Finding(name: "T", nanoseconds: 0, unavailable: "no pinning here")
  #expect(try verdict(on: "T", skipped).outcome == .unavailable("no pinning here"))
}

@Test func `the budgets in the repository can be read`() throws {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Benchmarks/budgets.json")
  let budgets = try JSONDecoder().decode(Budgets.self, from: Data(contentsOf: file))
  #expect(budgets.workloads["W1"]?.counts == ["mallocs": 0])
  #expect(budgets.baselines(of: ["W1"]) == ["B1", "B2"])
}
