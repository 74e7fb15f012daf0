import Foundation

/// Checks all steps, beside each other, and collects what is wrong.
final class Checker: Sendable {
  let source: TutorialSource
  private let libraries: Libraries
  private let scratch: String
  private let writes: Bool
  /// Changes with the checker itself.
  private let tool: String
  private let progress = Progress()

  init(source: TutorialSource, build: String, scratch: String, tool: String, writes: Bool) throws {
    (self.source, self.scratch, self.writes) = (source, scratch, writes)
    libraries = try Libraries(build: build, in: scratch)
    let attributes = try FileManager.default.attributesOfItem(atPath: tool)
    self.tool = "\(attributes[.size] ?? 0) \(attributes[.modificationDate] ?? 0)"
  }

  var failures: [String] { progress.failures }
  var checkedCount: Int { progress.checkedCount }

  /// Does one part of the work, and records its failure.
  func record(_ part: String, _ body: () throws -> Void) {
    do { try body() } catch { progress.fail("\(part): \(error)") }
  }

  func checkSteps(_ steps: [Step]) {
    let workers = DispatchGroup()
    // One more than there are processors, because a program waits for its server.
    for _ in 0...ProcessInfo.processInfo.activeProcessorCount {
      workers.enter()
      Thread { [self] in
        while let step = progress.next(of: steps) {
          record("step \(step.name) (\(step.resource))") { try checkStep(step) }
        }
        workers.leave()
      }.start()
    }
    workers.wait()
  }

  private func check(of step: Step) throws -> StepCheck {
    let output = "\(source.folder)/Output/\(step.name)"
    let code = try contents("\(source.folder)/Screens/\(step.name).swift")
    return StepCheck(
      step: step, transcript: try contents("\(output).txt"),
      screen: try code.map { ($0, try contents("\(output).screen.txt") ?? "") }, endsChapter: source.endsChapter(step),
      libraries: libraries, folder: scratch)
  }

  private func checkStep(_ step: Step) throws {
    var check = try check(of: step)
    let texts = step.package.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    let passed =
      "\(scratch)/passed/"
      + mark(
        texts + [check.transcript ?? "", check.screen?.code ?? "", check.screen?.outline ?? "", libraries.mark, tool])
    if writes {
      let (transcript, outline) = try check.run()
      check.transcript = transcript
      if let transcript { try write(transcript, to: "\(source.folder)/Output/\(step.name).txt") }
      if let outline {
        check.screen?.outline = outline
        try write(outline, to: "\(source.folder)/Output/\(step.name).screen.txt")
      }
      for (name, picture) in try pictures(of: check) { try write(picture, to: "\(source.catalog)/\(name)") }
      return
    }
    for (name, picture) in try pictures(of: check) where try read("\(source.catalog)/\(name)") != picture {
      throw Failure(description: "\(name) does not show the expected output; check-tutorial --write draws it")
    }
    if FileManager.default.fileExists(atPath: passed) { return }
    progress.countCheck()
    try check.compare()
    try write("", to: passed)
  }

  /// The picture of the step's output, by its name.
  private func pictures(of check: StepCheck) throws -> [String: String] {
    guard let picture = check.step.picture else {
      guard check.transcript == nil, check.screen == nil else {
        throw Failure(description: "its output has no picture")
      }
      return [:]
    }
    if let screen = check.screen { return [picture: screenPicture(screen.outline)] }
    guard let transcript = check.transcript else {
      throw Failure(description: "\(picture) shows no output that is checked")
    }
    return [picture: terminalPicture(transcript)]
  }

  /// Checks the packages at the ends of the chapters, or writes them.
  func checkFolders() throws {
    for chapter in source.chapters {
      let folder = "\(source.folder)/Chapter\(chapter)"
      let package = source.package(endOf: chapter)
      var found = Set<String>()
      let paths = FileManager.default.enumerator(atPath: folder)
      while let path = paths?.nextObject() as? String {
        if path.hasPrefix(".build") || path.hasPrefix(".swiftpm") { continue }
        if path.hasSuffix(".swift") { found.insert(path) }
      }
      if writes {
        for (path, text) in package { try write(text, to: "\(folder)/\(path)") }
        for path in found.subtracting(package.keys) { try FileManager.default.removeItem(atPath: "\(folder)/\(path)") }
        continue
      }
      let others = found.symmetricDifference(package.keys).sorted()
      guard others.isEmpty else {
        throw Failure(description: "\(folder) has other files than the end of the chapter: \(others)")
      }
      for (path, text) in package where try read("\(folder)/\(path)") != text {
        throw Failure(
          description: "\(folder)/\(path) is not as at the end of the chapter; check-tutorial --write copies it")
      }
    }
  }

  /// Breaks a step in several ways, each of which must be found.
  func checkItself() throws {
    let candidates = source.steps.filter { step in
      step.chapter == 1 && step.package.keys.contains { $0.hasPrefix("Tests/") }
    }
    guard let step = candidates.last else { throw Failure(description: "no step of the first chapter has tests") }
    func broken(_ transcript: String?, _ change: (inout Step) -> Void) -> StepCheck {
      var step = step
      change(&step)
      return StepCheck(step: step, transcript: transcript, screen: nil, libraries: libraries, folder: scratch)
    }
    let (list, tests) = ("Sources/Issues/IssueList.swift", "Tests/IssuesTests/BrokenTests.swift")
    let attempts: [(String, StepCheck)] = [
      ("a file that does not compile", broken(nil) { $0.package[list]! += "let broken: Int = \"\"\n" }),
      ("a warning", broken(nil) { $0.package[list]! += "func warn() { let unused = 1 }\n" }),
      ("another output", broken("$ swift run Issues\nNothing\n") { _ in }),
      (
        "a test that fails",
        broken(nil) { $0.package[tests] = "import Testing\n\n@Test func broken() { #expect(1 == 2) }\n" }
      ),
      ("a reducer with a bug", broken(nil) { $0.package[list]!.replace("isOpen.toggle()", with: "isOpen = false") }),
    ]
    for (kind, check) in attempts {
      do {
        try check.compare()
      } catch {
        print("check-tutorial: \(kind) is found: \("\(error)".split(separator: "\n")[0])")
        continue
      }
      throw Failure(description: "\(kind) is not found in step \(step.name)")
    }
  }
}

/// A hash that is the same in each process.
private func mark(_ texts: [String]) -> String {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in texts.joined(separator: "\0").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  return String(hash, radix: 16)
}

private func contents(_ path: String) throws -> String? {
  FileManager.default.fileExists(atPath: path) ? try read(path) : nil
}

/// What is shared by the threads that check steps.
private final class Progress: @unchecked Sendable {
  // SAFETY: every access to the properties below holds the lock.
  private let lock = NSLock()
  private var texts: [String] = []
  private var position = 0
  private var count = 0

  func next(of steps: [Step]) -> Step? {
    lock.withLock {
      guard position < steps.count else { return nil }
      position += 1
      return steps[position - 1]
    }
  }

  func fail(_ text: String) { lock.withLock { texts.append(text) } }
  func countCheck() { lock.withLock { count += 1 } }
  var failures: [String] { lock.withLock { texts.sorted() } }
  var checkedCount: Int { lock.withLock { count } }
}
