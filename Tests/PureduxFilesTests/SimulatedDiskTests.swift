import Foundation
import PureduxFiles
import PureduxTesting
import SimulatedDisk
import TestSupport
import Testing

@Suite struct `A simulated disk` {
  private let disk = SimulatedDisk(DiskImage(pageSize: 4))

  private func states(_ image: DiskImage, atMost limit: Int = 1_000) -> [[String: [UInt8]]] {
    var (states, random): ([[String: [UInt8]]], SeededGenerator) = ([], SeededGenerator(seed: 1))
    CrashStates(image).forEach(atMost: limit, &random) { states.append($0.contents(of: "/")) }
    return states
  }

  @Test func `answers the calls of a program as the system does`() throws {
    let folder = try TemporaryFolder()
    for seed in 0..<20 as Range<UInt64> {
      let (real, simulated) = (FileSystem.system, SimulatedDisk().files)
      let path = folder.url.appendingPathComponent("\(seed)").path
      try real.createFolder(path)
      try simulated.createFolder("/folder")
      var (script, other) = (
        Script(real, try real.openFolder(path), seed), Script(simulated, try simulated.openFolder("/folder"), seed)
      )
      #expect(other.run() == script.run())
    }
  }

  @Test func `loses, keeps or tears what was not synced`() throws {
    let files = disk.files
    let folder = try files.openFolder("/")
    let file = try files.open(folder, "a", .create)
    try files.writeAt(file, Array("aaaaaaaa".utf8), 0)
    try files.sync(file)
    try files.sync(folder)
    #expect(states(disk.image) == [["a": Array("aaaaaaaa".utf8)]])
    try files.writeAt(file, Array("bbbbbbbb".utf8), 0)
    #expect(
      Set(states(disk.image).compactMap { $0["a"].map { String(decoding: $0, as: UTF8.self) } })
        == ["aaaaaaaa", "aaaabbbb", "bbbbaaaa", "bbbbbbbb"])
  }

  @Test func `undoes or keeps a rename until the folder is synced`() throws {
    let files = disk.files
    let folder = try files.openFolder("/")
    for name in ["a", "b"] {
      let file = try files.open(folder, name, .create)
      try files.writeAt(file, Array(name.utf8), 0)
      try files.sync(file)
    }
    try files.sync(folder)
    try files.rename(folder, "b", "a")
    let (before, after): ([String: [UInt8]], [String: [UInt8]]) = (["a": [97], "b": [98]], ["a": [98]])
    #expect(Set(states(disk.image)) == [before, after])
    try files.sync(folder)
    #expect(states(disk.image) == [after])
  }

  @Test func `forgets what a failed sync had to write, although reads still see it`() throws {
    let disk = SimulatedDisk(DiskImage(pageSize: 4), faults: [.init(call: 4, code: EIO)])
    let files = disk.files
    let folder = try files.openFolder("/")
    let file = try files.open(folder, "a", .create)
    try files.writeAt(file, Array("lost".utf8), 0)
    #expect(throws: FileFailure.self) { try files.sync(file) }
    try files.sync(file)
    try files.sync(folder)
    #expect(try files.readAt(file, 0, 4) == Data("lost".utf8))
    #expect(states(disk.image) == [["a": [0, 0, 0, 0]]])
  }
}

/// Random calls in a folder, and their answers.
private struct Script {
  private let files: FileSystem
  private let folder: Int32
  private var random: SeededGenerator

  init(_ files: FileSystem, _ folder: Int32, _ seed: UInt64) {
    (self.files, self.folder, random) = (files, folder, SeededGenerator(seed: seed))
  }

  mutating func run() -> [String] { (0..<300).map { _ in answer() } }

  private mutating func answer() -> String {
    let (name, other) = (
      Self.names.randomElement(using: &random) ?? "a", Self.names.randomElement(using: &random) ?? "a"
    )
    let (kind, offset, size) = (
      Int.random(in: 0..<11, using: &random), UInt64.random(in: 0..<40, using: &random),
      Int.random(in: 0..<30, using: &random)
    )
    do {
      switch kind {
      case 0...2: return try with(name, .create) { file in try files.write(file, Data(repeating: 7, count: size)) }
      case 3...4:
        return try with(name, .extend) { file in
          try files.writeAt(file, (0..<size).map { UInt8($0) }, offset)
        }
      case 5: return try with(name, .extend) { file in try files.truncate(file, offset) }
      case 6: return try with(name, .read) { file in Array(try files.readAt(file, offset, size)) }
      case 7: return "\(try files.rename(folder, name, other)) \(try files.names(folder).sorted())"
      case 8:
        files.remove(folder, name)
        return "\(try files.names(folder).sorted())"
      case 9: return "\(try files.link(folder, name, other))"
      default:
        return try with(name, .lock) { first in
          try with(name, .read) { second in
            try files.lock(first)
            try files.lock(second)
          }
        }
      }
    } catch {
      return "\((error as? FileFailure)?.code ?? 0)"
    }
  }

  private static let names = ["a", "b", "c"]

  /// Opens a file for a call. The answer includes the whole file, and its size.
  private func with<Answer>(
    _ name: String, _ purpose: FileSystem.Purpose, _ body: (Int32) throws -> Answer
  ) throws -> String {
    let file = OpenFile(try files.open(folder, name, purpose), files)
    let answer = try body(file.descriptor)
    let whole = OpenFile(try files.open(folder, name, .read), files)
    return "\(answer) \(Array(try whole.read())) \(try whole.status().size)"
  }
}
