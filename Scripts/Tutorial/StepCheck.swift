import Foundation

/// Compiles a step as one program, runs its tests, and compares its output with the expected output.
struct StepCheck {
  var step: Step
  /// The commands and their output, as a reader sees them in a terminal; nil if the step shows no output.
  var transcript: String?
  /// The code that displays a view for the picture of the step, and the expected contents of the screen.
  var screen: (code: String, outline: String)?
  /// Whether the step is the last one of its chapter, from which a reader may start.
  var endsChapter = false
  let libraries: Libraries
  /// The folder for everything that the check writes.
  let folder: String

  /// Returns the transcript and the screen as they really are. Throws if the step does not compile or a test fails.
  func run() throws -> (transcript: String?, outline: String?) {
    let work = "\(folder)/\(step.name)"
    try? FileManager.default.removeItem(atPath: work)
    var sources: [String] = []
    for (path, text) in step.package.sorted(by: { $0.key < $1.key }) where path != "Package.swift" {
      sources.append("\(work)/\(path)")
      try write(Self.inOneModule(text), to: sources.last!)
    }
    guard !sources.isEmpty else { return (nil, nil) }
    if let screen {
      sources.append("\(work)/Screen.swift")
      try write(screen.code, to: sources.last!)
    }
    let hasTests = step.package.keys.contains { $0.hasPrefix("Tests/") }
    let hasProgram = step.package["Sources/Issues/Program.swift"] != nil
    try write(Self.runner(hasTests, hasProgram, screen != nil), to: "\(work)/Runner.swift")
    sources.append("\(work)/Runner.swift")
    let compiled = try Command(
      "swiftc",
      libraries.compiling + libraries.linking + ["-wmo", "-module-name", "Issues", "-o", "\(work)/program"] + sources,
      in: work, limit: 120
    ).run()
    guard compiled.status == 0 else { throw Failure(description: "it does not compile:\n\(compiled.output)") }
    if endsChapter { try compileAsModules(in: work) }
    var found: [String] = []
    for block in Self.blocks(of: transcript ?? "") where !block.isTest {
      let result = try Command(
        "\(work)/program", block.arguments, in: work, limit: 60, input: block.input.map { $0 + "\n" }.joined()
      ).run()
      guard result.status == 0 else { throw Failure(description: "the program failed:\n\(result.output)") }
      found.append(block.command + "\n" + Self.interleave(result.output, block.input))
    }
    if hasTests {
      let result = try Command("\(work)/program", ["--testing-library", "swift-testing"], in: work, limit: 120).run()
      if let block = Self.blocks(of: transcript ?? "").first(where: \.isTest) {
        // Of the output of tests, the transcript has the lines that matter: for each test, in their order.
        let printed = result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        var rest = printed[...]
        for line in block.lines {
          let line = line.trimmingCharacters(in: .whitespaces)
          if line.hasPrefix("✘") || line.hasPrefix("✔") { rest = printed[...] }
          guard let index = rest.firstIndex(where: { $0.contains(line) }) else {
            throw Failure(description: "the tests do not print, in this order: \(line)\n\(result.output)")
          }
          rest = rest[(index + 1)...]
        }
        let fails = block.lines.contains { $0.contains("✘") }
        guard fails == (result.status != 0) else {
          throw Failure(description: "the tests should have \(fails ? "failed" : "passed"):\n\(result.output)")
        }
        found.append(([block.command] + block.lines).joined(separator: "\n") + "\n")
      } else if result.status != 0 {
        throw Failure(description: "a test failed:\n\(result.output)")
      }
    }
    var outline: String?
    if screen != nil {
      let result = try Command("\(work)/program", ["--screen"], in: work, limit: 60).run()
      guard result.status == 0 else { throw Failure(description: "the view is not displayed:\n\(result.output)") }
      outline = result.output
    }
    try FileManager.default.removeItem(atPath: work)
    return (transcript == nil ? nil : found.joined(separator: "\n"), outline)
  }

  /// Compiles the program and its tests as two modules, as a package does.
  private func compileAsModules(in work: String) throws {
    func files(_ folder: String) throws -> [String] {
      try step.package.filter { $0.key.hasPrefix(folder) }.sorted { $0.key < $1.key }.map { path, text in
        try write(text, to: "\(work)/modules/\(path)")
        return "\(work)/modules/\(path)"
      }
    }
    let module = ["-emit-module", "-emit-module-path", "\(work)/Issues.swiftmodule", "-enable-testing", "-module-name"]
    let tests = ["-typecheck", "-I", work, "-module-name", "IssuesTests"]
    for arguments in [try module + ["Issues"] + files("Sources/"), try tests + files("Tests/")] {
      let compiled = try Command("swiftc", libraries.compiling + arguments, in: work, limit: 120).run()
      guard compiled.status == 0 else {
        throw Failure(description: "as two modules, it does not compile:\n\(compiled.output)")
      }
    }
  }

  /// Compares the real output with the expected output.
  func compare() throws {
    let (found, outline) = try run()
    if let found, found != transcript { throw Failure(description: "it prints:\n\(found)instead of:\n\(transcript!)") }
    if let outline, let expected = screen?.outline, outline != expected {
      throw Failure(description: "it displays:\n\(outline)instead of:\n\(expected)")
    }
  }

  /// A step is compiled as one module, in one run of the compiler, with its tests and another entry point.
  private static func inOneModule(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0 == "@main" || $0.hasPrefix("@testable import ") ? "" : $0 }.joined(separator: "\n")
  }

  private static func runner(_ hasTests: Bool, _ hasProgram: Bool, _ hasScreen: Bool) -> String {
    """
    \(hasTests ? "import Testing" : "")
    \(hasScreen ? "import SwiftUI" : "")
    @main enum Runner {
      static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        \(hasTests ? "case \"--testing-library\": await Testing.__swiftPMEntryPoint() as Never" : "")
        \(hasScreen ? "case \"--screen\": for line in try await shown().outline { print(line) }" : "")
        default: try await program()
        }
      }
      static let program: @Sendable () async throws -> Void = \(hasProgram ? "Program.main" : "{}")
      \(hasScreen ? "static let shown: @MainActor @Sendable () async throws -> ViewHost = screen" : "")
    }

    """
  }

  struct Block {
    let command: String
    var lines: [String] = []
    var isTest: Bool { command.contains("swift test") }
    var arguments: [String] { command.split(separator: " ").dropFirst(4).map(String.init) }
    /// The lines that a reader types, after the program's prompt.
    var input: [String] { lines.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) } }
  }

  /// The commands of a transcript, with their lines.
  static func blocks(of transcript: String) -> [Block] {
    var blocks: [Block] = []
    for line in transcript.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("$ ") {
        blocks.append(Block(command: line))
      } else if !blocks.isEmpty {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
    return blocks.map { block in
      var block = block
      while block.lines.last == "" { block.lines.removeLast() }
      return block
    }
  }

  /// The output together with the typed lines, as in a terminal.
  static func interleave(_ output: String, _ input: [String]) -> String {
    var rest = input[...]
    var lines: [String] = []
    for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = line
      while line.hasPrefix("> "), let typed = rest.popFirst() {
        lines.append("> " + typed)
        line = line.dropFirst(2)
      }
      lines.append(String(line))
    }
    // The prompt at the end of the input.
    while lines.last == "" || lines.last == "> " { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }
}
