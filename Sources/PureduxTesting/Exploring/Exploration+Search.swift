internal import Foundation
internal import PureduxCore
internal import PureduxDifference

/// What a search has found, and its cost.
package struct ExplorationSearch {
  package internal(set) var found: FoundRun?
  package internal(set) var runCount = 0
  package internal(set) var stepCount = 0
  package internal(set) var actionCount = 0
}

extension Exploration {
  /// Searches for a run that breaks an invariant, and fails the test with the shortest such run.
  ///
  /// The same seed makes the same runs, so a test that passes will pass again. Environment variables change the search:
  /// with `PUREDUX_EXPLORE=60`, each exploration takes a minute and begins with another seed each time;
  /// `PUREDUX_SEED` sets the seed; `PUREDUX_EXPLORE_LAST` names the file of a single run to repeat.
  ///
  /// If a run ends the process, for example because a reducer traps, the next call repeats this run first, and prints
  /// each step to standard error before it is performed.
  ///
  /// - Parameters:
  ///   - runs: The number of runs.
  ///   - steps: The number of steps of each run.
  ///   - seed: Determines all runs.
  ///   - fileID: The file of this call, for failure reports.
  ///   - filePath: The file path of this call, for failure reports.
  ///   - line: The line of this call, for failure reports.
  ///   - column: The column of this call, for failure reports.
  public func run(
    runs: Int = 200, steps: Int = 40, seed: UInt64 = 0,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let position = SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
    let environment = ProcessInfo.processInfo.environment
    let seconds = environment["PUREDUX_EXPLORE"].flatMap(Double.init)
    let given = environment["PUREDUX_SEED"].flatMap(UInt64.init)
    let last = LastRun(position, seed: seed, environment["PUREDUX_EXPLORE_LAST"])
    let seed = given ?? (seconds == nil ? seed : UInt64.random(in: 0...UInt64(UInt32.max)))
    if let found = repeated(last) { return report(found, position, last) }
    guard !last.isGiven else { return }
    let search = search(
      runs: seconds == nil ? runs : .max, for: seconds.map { .seconds($0) }, steps: steps, seed: seed, last)
    if let found = search.found { report(found, position, last) } else { last.remove() }
  }

  /// Repeats a run, whose steps are written as in the failure of the exploration that found it.
  ///
  /// Fails the test if the run breaks an invariant, or if a step is not possible any more.
  ///
  /// - Parameters:
  ///   - steps: The steps of the run.
  ///   - fileID: The file of this call, for failure reports.
  ///   - filePath: The file path of this call, for failure reports.
  ///   - line: The line of this call, for failure reports.
  ///   - column: The column of this call, for failure reports.
  public func replay(
    _ steps: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let position = SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
    let failures = StoreContext.current.failureReporter
    do {
      let tape = try Tape(steps, changes: changes.map(\.name))
      var found = told(Choices(tape))
      if found.violation == nil { found.violation = impurity(recorded(tape), again: recorded(tape)) }
      if let action = found.missing {
        failures.report(
          "The run cannot be repeated: `\(action)` is not among the actions that are possible at step "
            + "\(found.lines.count { !$0.hasPrefix(" ") }).", at: position)
      } else if found.violation != nil {
        report(found, position, nil)
      }
    } catch {
      failures.report("The run cannot be repeated: its line `\(error.line)` is not a step.", at: position)
    }
  }

  /// Explores until an invariant is broken, or until the runs or the time are used up.
  package func search(runs: Int, for limit: Duration? = nil, steps: Int = 40, seed: UInt64) -> ExplorationSearch {
    search(runs: runs, for: limit, steps: steps, seed: seed, nil)
  }

  private func search(
    runs: Int, for limit: Duration?, steps: Int, seed: UInt64, _ last: LastRun?
  ) -> ExplorationSearch {
    var (search, random) = (ExplorationSearch(), SeededGenerator(seed: seed))
    let began = ContinuousClock.now
    while search.runCount < runs, limit.map({ ContinuousClock.now - began < $0 }) ?? true {
      let runSeed = random.next()
      last?.write("seed \(runSeed) \(steps)")
      let run = ExploredRun(self, Choices(seed: runSeed, stepCount: steps, isSwarming: isSwarming))
      run.isRecordingTurns = search.runCount % 16 == 0
      let result = run.result()
      search.runCount += 1
      search.stepCount += result.tape.steps.count - 1
      search.actionCount += result.actionCount
      if let violation = result.violation {
        search.found = shrunk(result.tape, violation, last) { $0.violation?.name == violation.name }
      } else if run.isRecordingTurns, let violation = impurity(result, again: recorded(result.tape)) {
        search.found = shrunk(result.tape, violation, last) { [self] in
          $0.violation == nil && impurity(recorded($0.tape), again: recorded($0.tape)) != nil
        }
      }
      search.found?.origin = "Run \(search.runCount) of seed \(seed)"
      if search.found != nil { break }
    }
    return search
  }

  private func recorded(_ tape: Tape) -> RunResult {
    let run = ExploredRun(self, Choices(tape))
    run.isRecordingTurns = true
    return run.result()
  }

  /// Describes where two runs of the same tape differ: something depends on neither the actions nor the context.
  private func impurity(_ first: RunResult, again second: RunResult) -> Violation? {
    let index = zip(first.turns, second.turns).enumerated().first { $1.0 != $1.1 }?.offset
    guard index != nil || first.turns.count != second.turns.count else { return nil }
    var details = "\(first.turns.count) actions were reduced, and then \(second.turns.count)"
    if let index {
      let (one, other) = (first.turns[index], second.turns[index])
      details =
        one.action == other.action
        ? "\(one.action) gave different states:\n  - \(one.state)\n  + \(other.state)"
        : "action \(index + 1) was \(one.action), and then \(other.action)"
    }
    return Violation(
      name: "the same run gives the same states",
      details: details
        + "\nA reducer or an effect uses a value that is not the context's: `Date()`, `UUID()`, a random "
        + "number, a `Task { … }` of its own, a thread. Use `StoreContext.current.clock`, `Identity()`, and the effect's "
        + "own task.")
  }

  /// Shortens a failing run, and tells the shortest.
  private func shrunk(
    _ first: Tape, _ violation: Violation, _ last: LastRun?, while isBroken: @escaping (RunResult) -> Bool
  ) -> FoundRun {
    let (names, began) = (changes.map(\.name), ContinuousClock.now)
    func made(_ tape: Tape) -> Tape? {
      guard ContinuousClock.now - began < .seconds(30) else { return nil }
      last?.write(tape.text(names).joined(separator: "\n"))
      let result = ExploredRun(self, Choices(tape)).result()
      return isBroken(result) ? result.tape : nil
    }
    // The first repetition also records the texts of the actions.
    guard let tape = made(first) else {
      var found = told(Choices(first))
      found.violation = violation
      found.violation?.details +=
        "\nThe same run did not break it again: something in it depends on threads, time, or an earlier run."
      return found
    }
    var shrinker = Shrinker(tape, repeated: made)
    shrinker.run()
    var found = told(Choices(shrinker.best))
    found.violation = found.violation ?? impurity(recorded(found.tape), again: recorded(found.tape)) ?? violation
    found.shrinking = (first.steps.count - 1, shrinker.runCount)
    return found
  }

  /// Repeats a run, and records its steps in words.
  private func told(_ choices: Choices, _ tell: @escaping @Sendable (String) -> Void = { _ in }) -> FoundRun {
    let (run, lines) = (ExploredRun(self, choices), Guarded<[String]>([]))
    run.tell = { line in
      tell(line)
      lines.withLock { $0.append(line) }
    }
    var files: [String: [UInt8]] = [:]
    if attach != nil {
      run.attach = { result in
        do { files = try result.get() } catch { files = ["problem.txt": Array("\(error)\n".utf8)] }
      }
    }
    let result = run.result()
    return FoundRun(
      tape: result.tape, violation: result.violation, missing: result.missing, lines: lines.withLock { $0 },
      steps: result.tape.text(changes.map(\.name)), files: files)
  }

  /// Repeats the run that ended the process, or the run that the environment names.
  private func repeated(_ last: LastRun) -> FoundRun? {
    guard let text = last.left else { return nil }
    let numbers = text.split(separator: " ").dropFirst().compactMap { UInt64($0) }
    let choices =
      if text.hasPrefix("seed "), numbers.count == 2 {
        Choices(seed: numbers[0], stepCount: Int(clamping: numbers[1]), isSwarming: isSwarming)
      } else {
        (try? Tape(text, changes: changes.map(\.name))).map { Choices($0) }
      }
    guard let choices else { return nil }
    let tell: @Sendable (String) -> Void = { FileHandle.standardError.write(Data("  \($0)\n".utf8)) }
    FileHandle.standardError.write(
      Data("The process ended in this run of an exploration, or another process is in it (\(last.path)):\n".utf8))
    let found = told(choices, tell)
    guard let violation = found.violation else { return nil }
    var short = shrunk(found.tape, violation, last) { $0.violation?.name == violation.name }
    short.origin = "The run that was left in \(last.path)"
    return short
  }

  private func report(_ found: FoundRun, _ position: SourcePosition, _ last: LastRun?) {
    last?.remove()
    let failures = StoreContext.current.failureReporter
    failures.report(found.report(from: self.position, to: position), at: position)
    for (name, bytes) in found.files.sorted(by: { $0.key < $1.key }) { failures.attach(bytes, name, position) }
  }
}

/// The file of the run under way, from which the next process learns in which run this process ended.
///
/// The file is in a folder that only this user can change. If there is no such folder, no file is written.
struct LastRun {
  let path: String
  /// The run that an earlier process left.
  let left: String?
  /// Whether the environment named the file.
  let isGiven: Bool
  private let isWritten: Bool

  init(_ position: SourcePosition, seed: UInt64, _ given: String?) {
    let (files, name) = (FileManager.default, "\(position.fileID)-\(position.line)-\(seed)")
    let folder = files.temporaryDirectory.appendingPathComponent("puredux-explorations-\(getuid())").path
    try? files.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let attributes = try? files.attributesOfItem(atPath: folder)
    isGiven = given != nil
    isWritten =
      given == nil && attributes?[.type] as? FileAttributeType == .typeDirectory
      && (attributes?[.ownerAccountID] as? NSNumber)?.uint32Value == getuid()
    path = given ?? "\(folder)/\(String(name.map { $0.isLetter || $0.isNumber ? $0 : "-" }))"
    left = isGiven || isWritten ? files.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } : nil
  }

  func write(_ text: String) {
    if isWritten { _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8)) }
  }

  func remove() {
    if isWritten { try? FileManager.default.removeItem(atPath: path) }
  }
}
