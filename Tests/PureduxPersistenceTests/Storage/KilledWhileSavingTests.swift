import BuiltPrograms
import Foundation
import PureduxPersistence
import PureduxTesting
import Testing

/// A process that saves without end, and what it said before it was killed.
private struct Victim {
  private let process = Process()
  private let output = Pipe()

  init(file: URL, first: Int, length: Int) throws {
    process.executableURL = try BuiltProgram("PersistenceVictim").url
    process.arguments = [file.path, String(first), String(Int.max), String(length)]
    process.standardOutput = output
    try process.run()
  }

  /// Kills it a while after it said so many lines, and returns all that it said.
  func killed(afterLines count: Int, spinning: Int) -> [String] {
    var said = Data()
    var lines = 0
    while lines < count {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      lines += more.count { $0 == UInt8(ascii: "\n") }
      said += more
    }
    var spins = 0
    while spins < spinning { spins += 1 }
    kill(process.processIdentifier, SIGKILL)
    said += output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

/// Few when the whole suite is repeated, for each repetition draws other instants.
private let rounds = ProcessInfo.processInfo.environment["PUREDUX_REPEATING"] == "1" ? 50 : 500

@Test func `a process killed at 500 random instants leaves the old or the new state each time`() throws {
  let folder = try TemporaryFolder()
  var last = 0
  Archive<[String]>(FileStorage(folder.state)).save([String(last), ""])
  var insideWrites = 0

  for round in 1...rounds {
    let victim = try Victim(file: folder.state, first: last + 1, length: .random(in: 1...40_000))
    let said = victim.killed(afterLines: .random(in: 1...8), spinning: .random(in: 0...400_000))
    let words = try #require(said.last).split(separator: " ")
    let number = try #require(words.last.flatMap { Int($0) })
    let isInsideWrite = words.first == "saving"
    if isInsideWrite { insideWrites += 1 }

    let problems = Recorder<PersistenceError>()
    let state = try #require(Archive<[String]>(FileStorage(folder.state), onProblem: { problems.record($0) }).restore())
    let found = try #require(Int(state[0]))
    let digit = Character(String(found % 10))
    #expect(problems.removeAll().isEmpty, "round \(round)")
    #expect(found == number || (isInsideWrite && found == number - 1), "round \(round): \(found) after \(said)")
    #expect(state[1].allSatisfy { $0 == digit })
    last = found
  }
  print("\(insideWrites) of \(rounds) kills fell inside a write")
  #expect(insideWrites * 10 >= rounds)
  #expect(folder.files == ["state.json"] || folder.files == ["state.json", "state.json.new"])
}
