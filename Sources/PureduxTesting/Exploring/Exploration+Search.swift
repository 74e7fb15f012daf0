internal import Foundation
internal import PureduxCore
internal import PureduxDifference

/// What a search has found, and its cost.
package struct ExplorationSearch {
  package internal(set) var found: RunResult?
  package internal(set) var runCount = 0
  package internal(set) var stepCount = 0
  package internal(set) var actionCount = 0

  package init() {}
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
    if let path = environment["PUREDUX_EXPLORE_LAST"] {
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? "There is no file \(path)"
      return replay(text, fileID: fileID, filePath: filePath, line: line, column: column)
    }
    let position = SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
    let last = LastRun(position, seed: seed)
    if let (path, text) = last.takeLeft(), let choices = try? Choices(text, isSwarming: isSwarming) {
      let print = { @Sendable (line: String) in FileHandle.standardError.write(Data("\(line)\n".utf8)) }
      print("A process ended in this run of an exploration (\(path)):")
      last.write(text)
      let left = attempt(choices) { print("  \($0)") }
      let found = left.violation.map { _ in shrunk(left, from: "The run that was left in \(path)", last.write) }
      last.remove()
      if let found { return report(found, at: position) }
    }
    let seconds = environment["PUREDUX_EXPLORE"].flatMap(Double.init)
    let random = seconds == nil ? seed : UInt64.random(in: 0...UInt64(UInt32.max))
    let search = search(
      runs: seconds == nil ? runs : .max, for: seconds.map { .seconds($0) }, steps: steps,
      seed: environment["PUREDUX_SEED"].flatMap(UInt64.init) ?? random, writing: last.write)
    last.remove()
    if let found = search.found { report(found, at: position) }
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
    func fail(_ problem: String) {
      StoreContext.current.failureReporter.report("The run cannot be repeated: \(problem).", at: position)
    }
    do {
      let result = attempt(try Choices(steps, isSwarming: isSwarming))
      if let missing = result.missing { return fail(missing) }
      if result.violation != nil { report(result, at: position) }
    } catch {
      fail("its line `\(error.line)` is not a step")
    }
  }

  /// Explores until an invariant is broken, or until the runs or the time are used up.
  ///
  /// - Parameters:
  ///   - runs: The number of runs.
  ///   - limit: The time after which no further run begins.
  ///   - steps: The number of steps of each run.
  ///   - seed: Determines all runs.
  ///   - write: Receives a text that repeats the run that begins.
  package func search(
    runs: Int, for limit: Duration? = nil, steps: Int = 40, seed: UInt64,
    writing write: @escaping (String) -> Void = { _ in }
  ) -> ExplorationSearch {
    var (search, random) = (ExplorationSearch(), SeededGenerator(seed: seed))
    let began = ContinuousClock.now
    while search.found == nil, search.runCount < runs, limit.map({ ContinuousClock.now - began < $0 }) ?? true {
      let seedOfRun = random.next()
      write("seed \(seedOfRun) \(steps)")
      let choices = Choices(seed: seedOfRun, stepCount: steps, isSwarming: isSwarming)
      let result = attempt(choices, isTold: search.runCount % 16 == 0)
      search.runCount += 1
      search.stepCount += result.stepCount
      search.actionCount += result.actionCount
      guard result.violation != nil else { continue }
      search.found = shrunk(result, from: "Run \(search.runCount) of seed \(seed)", write)
    }
    return search
  }

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - choices: The choices of the run.
  ///   - isTold: Whether the run is told in words, and made again to compare the states.
  ///   - print: Receives the words of each step, before it is performed.
  private func attempt(
    _ choices: Choices, isTold: Bool = true, printing print: @escaping @Sendable (String) -> Void = { _ in }
  ) -> RunResult {
    var result = ExploredRun(self, choices, isTold ? print : nil).result()
    if isTold, result.violation == nil {
      result.violation = impurity(result.turns, again: ExploredRun(self, Choices(result.tape)) { _ in }.result().turns)
    }
    return result
  }

  private static var impurity: String { "the same run gives the same states" }

  /// Describes where two runs of the same tape differ: something depends on neither the actions nor the context.
  private func impurity(_ first: [RunResult.Turn], again second: [RunResult.Turn]) -> Violation? {
    let turns = zip(first, second).enumerated().first { $1.0 != $1.1 }
    guard turns != nil || first.count != second.count else { return nil }
    var details = "the number of actions was \(first.count), and then \(second.count)"
    if let (index, (one, other)) = turns {
      details =
        one.action == other.action
        ? "\(one.action) gave different states:\n  - \(one.state)\n  + \(other.state)"
        : "action \(index + 1) was \(one.action), and then \(other.action)"
    }
    return Violation(
      name: Self.impurity,
      details: details
        + "\nA reducer or an effect uses a value that is not the context's: `Date()`, `UUID()`, a random "
        + "number, a `Task { … }` of its own, a thread. Use `StoreContext.current.clock`, `Identity()`, and the effect's "
        + "own task.")
  }

  /// Shortens a failing run, and tells the shortest.
  private func shrunk(_ first: RunResult, from origin: String, _ write: @escaping (String) -> Void) -> RunResult {
    let began = ContinuousClock.now
    func made(_ tape: Tape) -> Tape? {
      guard ContinuousClock.now - began < .seconds(30) else { return nil }
      write(tape.lines.joined(separator: "\n"))
      let result = attempt(Choices(tape), isTold: first.violation?.name == Self.impurity)
      return result.violation?.name == first.violation?.name ? result.tape : nil
    }
    // The first repetition also records the texts of the actions.
    let again = made(first.tape)
    var shrinker = Shrinker(again ?? first.tape, repeated: made)
    if again != nil { shrinker.run() }
    var result = attempt(Choices(shrinker.best))
    if again == nil || result.violation == nil {
      result.violation = first.violation
      result.violation?.details +=
        "\nThe same run did not break it again: something in it depends on threads, time, or an earlier run."
    }
    result.origin = origin
    result.shrinking = again.map { _ in (first.stepCount, shrinker.runCount) }
    return result
  }

  private func report(_ found: RunResult, at position: SourcePosition) {
    let failures = StoreContext.current.failureReporter
    failures.report(found.report(from: self.position, to: position), at: position)
    for (name, bytes) in found.files.sorted(by: { $0.key < $1.key }) { failures.attach(bytes, name, position) }
  }
}

/// The file of the run under way, from which a later process learns in which run this process ended.
struct LastRun {
  private let folder: URL
  /// The file's name without the number of the process.
  private let name: String
  private let process: Int32

  var path: String { folder.appendingPathComponent("\(name)-\(process)").path }

  init(_ position: SourcePosition, seed: UInt64, process: Int32 = getpid()) {
    let name = "\(position.fileID)-\(position.line)-\(seed)".map { $0.isLetter || $0.isNumber ? $0 : "-" }
    (self.name, self.process) = (String(name), process)
    // In the user's own folder, because others could replace a file in a temporary folder.
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    folder = (caches ?? FileManager.default.temporaryDirectory).appendingPathComponent("puredux-explorations")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Removes and returns the run that a process left when it ended; nil if there is none.
  func takeLeft() -> (path: String, text: String)? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for file in names.sorted() where file.hasPrefix("\(name)-") {
      guard let process = Int32(file.dropFirst(name.count + 1)), kill(process, 0) != 0, errno == ESRCH else { continue }
      let path = folder.appendingPathComponent(file).path
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
      try? FileManager.default.removeItem(atPath: path)
      return (path, text)
    }
    return nil
  }

  func write(_ text: String) { _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8)) }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
