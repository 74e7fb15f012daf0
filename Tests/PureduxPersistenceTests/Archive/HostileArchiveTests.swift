import Foundation
import PureduxPersistence
import PureduxTesting
import Testing

private struct Tree: Codable, Equatable, Sendable {
  var name: String
  var numbers: [Int: Double]
  var isOpen: Bool?
  var below: [Tree]
}

/// Bytes that were never saved: they are either rejected and set aside, or read, and never stop the process.
@Suite struct HostileArchiveTests {
  private static let saved: Data = {
    let storage = MemoryStorage()
    let leaf = Tree(name: "leaf \u{1F333} \"quoted\"", numbers: [1: 0.5, -7: 1e300], isOpen: nil, below: [])
    Archive<Tree>(storage).save(Tree(name: "root", numbers: [:], isOpen: true, below: [leaf, leaf]))
    return storage.read() ?? Data()
  }()

  /// Reads the bytes as a state, and saves another state over them: in both cases the bytes are not lost.
  private func attack(_ data: Data, unversioned: Bool) {
    let (storage, problems) = (MemoryStorage(data), Recorder<PersistenceError>())
    let archive = Archive<Tree>(
      storage, version: 1, unversioned: unversioned, migrations: [Migration(from: 0) { (old: Tree) in old }],
      onProblem: { problems.record($0) })
    let state = archive.restore()
    #expect((state == nil) == (problems.values.count == 1))
    #expect(storage.read() == data)
    #expect(archive.save(state ?? Tree(name: "", numbers: [:], isOpen: nil, below: [])))
    #expect(storage.aside == (state == nil ? [data] : []))
    #expect(Archive<Tree>(MemoryStorage(storage.read()), unversioned: unversioned).restore() != nil)
  }

  @Test(arguments: [
    "", "null", "0", "[]", "{}", "\"", "\u{0}", #"{"version":1}"#, #"{"state":{}}"#, #"{"version":null,"state":null}"#,
    #"{"version":9223372036854775807,"state":1}"#, #"{"version":-9223372036854775808,"state":1}"#,
    #"{"version":92233720368547758070,"state":1}"#, #"{"version":1e400,"state":1}"#, #"{"version":1.5,"state":1}"#,
    #"{"version":1,"version":2,"state":[]}"#,
    #"{"version":1,"state":{"name":"\ud800","numbers":[],"below":[]}}"#,
    #"{"version":1,"state":{"name":"a","numbers":[1],"below":[]}}"#,
  ])
  func `a forged file is kept and reported`(_ text: String) {
    for unversioned in [false, true] { attack(Data(text.utf8), unversioned: unversioned) }
  }

  @Test func `a deeply nested file is kept and reported`() {
    for depth in [600, 100_000] {
      let opening = String(repeating: #"{"name":"","numbers":[],"below":["#, count: depth)
      attack(Data(#"{"version":1,"state":\#(opening)"#.utf8), unversioned: false)
      let closing = String(repeating: "]}", count: depth)
      attack(Data(#"{"version":1,"state":\#(opening)\#(closing)}"#.utf8), unversioned: false)
      attack(Data(String(repeating: "[", count: depth).utf8), unversioned: true)
    }
  }

  @Test func `a file with changed bytes is kept and reported, or read`() {
    let isLong = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"
    let seed = UInt64.random(in: 1 ... .max)
    var random = SeededGenerator(seed: seed)
    for round in 0..<(isLong ? 20_000 : 500) {
      var data = Self.saved
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 0..<data.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: data[place] = .random(in: 0 ... .max, using: &random)
        case 1: data.remove(at: place)
        case 2: data.insert(Array("{}[]\",:0-e.\\u".utf8).randomElement(using: &random) ?? 0, at: place)
        case 3: data = data.prefix(max(1, place))
        default: data.append(contentsOf: Data(data.suffix(from: place)))
        }
        data = Data(data)
        if data.isEmpty { data = Data([0]) }
      }
      attack(data, unversioned: round.isMultiple(of: 2))
    }
    print("hostile archives: seed \(seed)")
  }
}
