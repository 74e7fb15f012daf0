import BuiltPrograms
import Foundation
import Testing

/// A program that its reducer ends, in a separate process.
@Suite struct `The last actions of a program that traps` {
  private struct End: Equatable {
    let said: String
    let status: Int32
    let isSignal: Bool
  }

  private func run(_ arguments: String...) throws -> End {
    let process = Process()
    let errors = Pipe()
    process.executableURL = try BuiltProgram("Victim").url
    process.arguments = ["trapping"] + arguments
    // The runtime's own handler would spend seconds looking up symbols, and the thread sanitizer's would replace the
    // program's.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no", "TSAN_OPTIONS": "handle_segv=0"]) { $1 }
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return End(
      said: String(decoding: said, as: UTF8.self), status: process.terminationStatus,
      isSignal: process.terminationReason == .uncaughtSignal)
  }

  @Test(arguments: ["trap", "precondition", "abort", "segmentation", "breakpoint"])
  func `are printed to standard error, and the signal ends the program as before`(_ way: String) throws {
    let end = try run(way)
    let told = """
      Signal \(end.status). The last actions, the newest last:
        till: add(98)
        till: add(99)
        till: add(100)
        till: "pay(•••)"
        till: fail("\(way)")  <- was being reduced

      """
    #expect(end.said.contains(told), "\(end.said)")
    #expect(end.isSignal)
  }

  @Test func `show where observers were being called`() throws {
    let end = try run("abort", "observer")
    #expect(end.said.contains("  till: fail(\"abort\")  <- its observers were being called\n"), "\(end.said)")
  }

  @Test(arguments: ["trap", "abort", "segmentation"])
  func `are printed before an earlier handler, which is called`(_ way: String) throws {
    let end = try run(way, "handler")
    #expect(end.said.contains("<- was being reduced\n"))
    #expect(end.said.hasSuffix("the earlier handler\n"))
    #expect(end.status == 42)
    #expect(!end.isSignal)
  }

  @Test func `are not printed after the end, and the earlier handlers are restored`() throws {
    let end = try run("abort", "ended")
    #expect(!end.said.contains("Signal"))
    #expect(end.isSignal)
    #expect(try run("abort", "ended", "handler") == End(said: "the earlier handler\n", status: 42, isSignal: false))
  }
}
