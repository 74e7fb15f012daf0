import BuiltPrograms
import Foundation
import PureduxCore
import PureduxInspector
import TestSupport
import Testing

@Suite struct `The command puredux as a program` {
  @Test func `survives a reader that closes the pipe early`() async throws {
    let folder = try TemporaryFolder()
    let session = folder.url.appendingPathComponent("a.session")
    let store = StateStore<Int, String>(0, named: "tags") { count, _ in count += 1 }
    let recording = store.record()
    for number in 0..<3000 {
      store.dispatch("a tag with a long name, so that no pipe takes all of them: \(number)")
    }
    await store.settled()
    try recording.write(to: session)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let program = try BuiltProgram("puredux").url.path
    process.arguments = ["-c", "{ \"$0\" print \"$1\"; echo \"status $?\" >&2; } | head -n 1", program, session.path]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(said.hasPrefix("#1 "))
    #expect(told == "status 0\n")
  }

  @Test func `exits with the status of the command`() throws {
    let process = Process()
    process.executableURL = try BuiltProgram("puredux").url
    process.arguments = ["print", "/no/such/file"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
  }
}
