import BuiltPrograms
import Foundation
import PureduxPersistence
import PureduxTesting
import SavedModel
import TestSupport
import Testing

/// A process that saves endlessly, and its output before it was killed.
private struct Victim {
  private let process = Process()
  private let output = Pipe()

  init(_ arguments: [String]) throws {
    process.executableURL = try BuiltProgram("Victim").url
    process.arguments = ["saving"] + arguments
    process.standardOutput = output
    try process.run()
  }

  /// Kills the process some time after it has printed this many lines, and returns its whole output.
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

/// Few in repetitions of the whole suite, because each repetition draws other instants.
private let rounds = ProcessInfo.processInfo.environment["PUREDUX_REPEATING"] == "1" ? 50 : 500

@Test func `a process killed at 500 random instants leaves the old or the new state each time`() throws {
  let folder = try TemporaryFolder()
  var last = 0
  Archive<[String]>(FileStorage(folder.state)).save([String(last), ""])
  var insideWrites = 0

  for round in 1...rounds {
    let victim = try Victim([folder.state.path, String(last + 1), String(Int.max), String(Int.random(in: 1...40_000))])
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

@Test func `a process killed while it appends to a journal or compacts it loses no confirmed save`() throws {
  let folder = try TemporaryFolder()
  let isLong = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"
  var (shelf, confirmed, ahead) = (Shelf(), 0, 0)
  for round in 1...(isLong ? 500 : 40) {
    let victim = try Victim(["journal", folder.state.path, String(Int.random(in: 1...3))])
    let said = victim.killed(afterLines: .random(in: 3...600), spinning: .random(in: 0...400_000))
    let words = said.map { $0.split(separator: " ") }
    func last(_ word: String) -> Int? { words.last { $0.first == word[...] }.flatMap { Int($0[1]) } }
    let began = try #require(last("began"), "round \(round): \(said)")
    #expect(began == shelf.turn.number, "round \(round)")
    let saved = last("saved") ?? began

    let problems = Recorder<PersistenceError>()
    let journal = Journal<Shelf>(FileStorage(folder.state), onProblem: { problems.record($0) })
    let found = journal.restore(Shelf.saved, into: Shelf()) ?? Shelf()
    #expect(problems.removeAll().isEmpty, "round \(round)")
    #expect(saved...(last("saving") ?? saved) ~= found.turn.number, "round \(round): \(found.turn.number), \(saved)")
    while shelf.turn.number < found.turn.number { shelf.edit(shelf.turn.number + 1) }
    #expect(found.isSaved(as: shelf), "round \(round)")
    confirmed += words.count { $0.first == "saved" }
    ahead += found.turn.number > saved ? 1 : 0
  }
  print("\(confirmed) saves were confirmed, and \(ahead) times one more was there")
  #expect(Set(folder.files).isSubset(of: ["state.json", "state.json.new"]))
}
