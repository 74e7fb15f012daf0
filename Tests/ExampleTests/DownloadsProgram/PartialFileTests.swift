import Foundation
import Testing

@testable import DownloadsProgram

struct PartialFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("partial-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? [] }

  @Test func `a complete file does not replace another file`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for text in ["one", "two", "three"] {
      let file = try PartialFile(in: folder)
      try file.write(Data(text.utf8))
      #expect(try ["name.txt", "name-2.txt", "name-3.txt"].contains(file.keep(as: "name.txt")))
    }
    #expect(names == ["name-2.txt", "name-3.txt", "name.txt"])
    #expect(try String(contentsOf: folder.appendingPathComponent("name.txt"), encoding: .utf8) == "one")
  }

  @Test func `an incomplete file is removed`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      let file = try PartialFile(in: folder)
      try file.write(Data("half".utf8))
      #expect(names.count == 1)
    }
    #expect(names.isEmpty)
  }

  @Test func `a missing folder is reported`() {
    try? FileManager.default.removeItem(at: folder)
    #expect(throws: PartialFile.Failure.self) { try PartialFile(in: folder) }
  }
}
