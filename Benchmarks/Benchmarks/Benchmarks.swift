import BenchmarkBudgets
import BenchmarkChart
import BenchmarkPeers
import Foundation
import MachineProbes

@main
enum Benchmarks {
  static func main() {
    do {
      exit(try run(Options(CommandLine.arguments.dropFirst())))
    } catch let mistake as Options.Mistake {
      complain("\(mistake.text)\n\n\(Options.help)")
      exit(64)
    } catch {
      complain("\(error)\n")
      exit(70)
    }
  }

  /// The exit code: 0, or 1 if a checked budget is missed.
  private static func run(_ options: Options) throws -> Int32 {
    if options.showsHelp {
      print(Options.help)
      return 0
    }
    if let file = options.chart {
      let figures: PeerFigures = try read("peers.json")
      try Data(Chart(figures).svg.utf8).write(to: URL(fileURLWithPath: file))
      if options.onlyDraws { return 0 }
    }
    if let earlierResult = options.earlierResult {
      try draw(Report(readingFrom: earlierResult), options)
      return 0
    }
    var budgets: Budgets = try read("budgets.json")
    let peers = try options.against.map { try PeerProgram.all(in: URL(fileURLWithPath: $0)) } ?? []
    let workloads = try select(options.only, &budgets).flatMap { workload in
      [workload] + peers.map(workload.performed)
    }
    #if DEBUG
      complain("This is a debug build: its times mean nothing. Use `swift run -c release Benchmarks`.\n")
    #endif
    let run = Run(
      workloads: workloads, rounds: options.isQuick ? 7 : 5, countingRounds: options.isQuick ? 3 : 1,
      scale: options.isQuick ? 0.1 : 1, patience: options.isQuick ? 1 : .infinity, progress: ProgressLine())
    let isShort = options.checks && options.isQuick
    let findings = run.findings()
    // The limits in nanoseconds are for a machine on which a lock and a reducer (B1) take 25 ns. The short form runs on any.
    let slowness = isShort ? max(1, (findings.first { $0.name == "B1" }?.nanoseconds ?? 0) / 25) : 1
    var check = Check(findings, budgets, slack: options.slack, slowness: slowness, atLeast: isShort)
    if options.checks { measureAgain(run, &check) }
    let table = Table(
      workloads: workloads, findings: check.findings, verdicts: check.verdicts, metAgain: check.metAgain)
    print(table.text)
    for (name, budget) in budgets.workloads.sorted(by: { $0.key < $1.key }) {
      if let note = budget.note { print("\(name): \(note)") }
    }
    print("peak memory of the process: \(peak_resident_bytes() / 1_000_000) MB")
    let result = Report(check.findings, isQuick: options.isQuick)
    if let file = options.json { try result.write(to: file) }
    try draw(result, options)
    return options.checks ? report(check.verdicts) : 0
  }

  /// Measures the slow workloads again, alone with their baselines.
  private static func measureAgain(_ run: Run, _ check: inout Check) {
    while !check.worthATry.isEmpty {
      print("Over budget, and measured again: \(check.worthATry.joined(separator: ", "))")
      check.take(run.only(check.toMeasureAgain).findings())
    }
  }

  /// The named workloads with their baselines; removes the budgets of all others.
  private static func select(_ names: [String], _ budgets: inout Budgets) throws -> [Workload] {
    guard !names.isEmpty else { return Workload.all }
    let known = Set(Workload.all.map(\.name))
    if let unknown = names.first(where: { !known.contains($0) }) {
      let list = Workload.all.map(\.name).joined(separator: " ")
      throw Options.Mistake(text: "`\(unknown)` is not a workload; these are: \(list)")
    }
    budgets.workloads = budgets.workloads.filter { names.contains($0.key) }
    let wanted = budgets.baselines(of: names).union(names)
    return Workload.all.filter { wanted.contains($0.name) }
  }

  private static func draw(_ result: Report, _ options: Options) throws {
    if let file = options.growthChart {
      let chart = try GrowthChart(
        result.findings, measuredOn: result.day, machine: "\(result.system), \(result.cores) cores")
      try Data(chart.svg.utf8).write(to: URL(fileURLWithPath: file))
    }
  }

  /// Reads a file of the folder `Benchmarks`.
  private static func read<Value: Decodable>(_ name: String) throws -> Value {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(name)
    return try JSONDecoder().decode(Value.self, from: Data(contentsOf: file))
  }

  private static func report(_ verdicts: [Verdict]) -> Int32 {
    let failures = verdicts.filter(\.isFailure)
    let leniently = verdicts.count(where: \.needsSlack)
    let met = leniently == 0 ? "All budgets are met." : "All budgets are met, \(leniently) with slack."
    print(failures.isEmpty ? met : "\(failures.count) of \(verdicts.count) budgets are missed.")
    return failures.isEmpty ? 0 : 1
  }

  private static func complain(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
