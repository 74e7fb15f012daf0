import BuiltPrograms
import Foundation
import TestSupport

/// Runs programs with `FaultyCalls.c` preloaded, which makes their system calls fail.
struct PreloadedFaults {
  struct CannotCompile: Error {}

  private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Support/FaultyCalls/FaultyCalls.c").standardizedFileURL

  /// Whether the system preloads the libraries in an environment variable, and a compiler is available.
  static let isPossible =
    FileManager.default.fileExists(atPath: "/proc/self/maps")
    && (try? run(["clang", "--version"])) == 0

  private let workshop: TemporaryFolder
  private var library: String { workshop.url.appendingPathComponent("faults.so").path }
  private var report: URL { workshop.url.appendingPathComponent("faults.txt") }

  init() throws {
    workshop = try TemporaryFolder()
    let include = Self.source.deletingLastPathComponent().appendingPathComponent("include").path
    let status = try Self.run(
      ["clang", "-shared", "-fPIC", "-O1", "-I", include, "-o", library, Self.source.path, "-ldl"])
    if status != 0 { throw CannotCompile() }
  }

  /// The complete output of a program in which a share of some calls, or of all calls, fails.
  func output(
    of program: String, _ arguments: [String], in folder: TemporaryFolder, _ percent: Int, _ calls: String?,
    _ seed: UInt64
  ) throws -> String {
    var environment = [
      "LD_PRELOAD": library, "FAULTY_PERCENT": String(percent), "FAULTY_SEED": String(seed),
      "FAULTY_FOLDER": folder.url.path, "FAULTY_REPORT": report.path,
    ]
    environment["FAULTY_CALLS"] = calls
    return try BuiltProgram(program).output(arguments, environment: environment)
  }

  /// The number of faults since the last call.
  func takeCount() throws -> Int {
    let text = try String(contentsOf: report, encoding: .utf8)
    try FileManager.default.removeItem(at: report)
    return text.split(separator: "\n").compactMap { Int($0) }.reduce(0, +)
  }

  private static func run(_ words: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
