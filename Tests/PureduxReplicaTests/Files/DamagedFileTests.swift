import Foundation
import PureduxCore
import PureduxFiles
import PureduxTesting
import SimulatedDisk
import TestSupport
import Testing

@testable import PureduxReplica

/// Files of a log with bytes that no process has written.
@Suite struct `A damaged file of a log` {
  private static func process(_ disk: SimulatedDisk, helper: String? = nil) -> LogProcess {
    LogProcess(URL(fileURLWithPath: "/log"), helper, isSynced: true, disk.files)
  }

  /// A log with entries in the journal, and with others in the inbox of a helper.
  private struct SmallLog {
    let image: DiskImage
    /// The files with records, by path.
    let files: [String: [UInt8]]
    let entries: [ReplicaEntry]

    init() throws {
      let disk = SimulatedDisk()
      let (app, widget) = (process(disk), process(disk, helper: "widget"))
      try app.compact(.test(0))
      let (client, helper) = (try app.newClient(), try widget.newClient())
      let numbers = 1...3 as ClosedRange<UInt64>
      for number in numbers { try app.append([.test(client, number)]) }
      for number in numbers { try widget.append([.test(helper, number)]) }
      entries = [client, helper].flatMap { client in numbers.map { .test(client, $0) } }
      image = disk.image
      var files: [String: [UInt8]] = [:]
      for folder in ["/log", "/log/inboxes"] {
        for (name, bytes) in image.contents(of: folder) { files[folder + "/" + name] = bytes }
      }
      self.files = files
    }

    /// Damages a file, starts an application, and returns the laws that it breaks.
    func start(_ path: String, _ damaged: [UInt8]) throws -> [String] {
      var image = image
      image.replace(path, by: damaged)
      let disk = SimulatedDisk(image)
      let app = process(disk)
      if try app.read(after: nil)?.snapshot == nil { try app.compact(.test(0)) }
      let found = try #require(try LogContents(app))
      var violations = LogPromise.violations(found, of: entries)
      let damage = app.takeDamage()
      // An interrupted write, too, leaves bytes that no record follows.
      let isInside = FileRecord.isAny(in: FileRecord.rest(of: damaged).dropFirst())
      if damage.isEmpty, isInside { violations.append("was not told") }
      for file in damage {
        let name = file.path.split(separator: "/").last.map(String.init) ?? ""
        let folder = String(file.path.dropLast(name.count + 1))
        if disk.image.contents(of: folder)[name] != damaged { violations.append("the damaged file is not there") }
        if file.position >= 3 { violations.append("was told after entry \(file.position)") }
      }
      let client = try app.newClient()
      try app.append([.test(client, 1)])
      let next = process(disk)
      let later = try #require(try LogContents(next))
      if later.entries != found.entries + [.test(client, 1)] { violations.append("did not go on") }
      if !next.takeDamage().isEmpty { violations.append("was told twice") }
      return violations
    }
  }

  @Test func `is told with its place and set aside, wherever a byte has changed`() throws {
    let log = try SmallLog()
    var count = 0
    for (path, bytes) in log.files {
      for index in bytes.indices {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(index % 8)
        let violations = try log.start(path, damaged)
        #expect(violations.isEmpty, "\(path), byte \(index): \(violations)")
        count += 1
      }
    }
    #expect(count > 300)
  }

  @Test(arguments: [16, 64]) func `is told with its place and set aside, whichever page is empty`(size: Int) throws {
    let log = try SmallLog()
    for (path, bytes) in log.files {
      for start in stride(from: 0, to: bytes.count, by: size) {
        var damaged = bytes
        for index in start..<min(start + size, bytes.count) { damaged[index] = 0 }
        let violations = try log.start(path, damaged)
        #expect(violations.isEmpty, "\(path), page at \(start): \(violations)")
      }
    }
  }

  @Test func `closes the inbox of a process, which appends again what is not in the journal`() throws {
    let disk = SimulatedDisk()
    let (app, widget) = (Self.process(disk), Self.process(disk, helper: "widget"))
    try app.compact(.test(0))
    let client = try widget.newClient()
    for number in 1...3 as ClosedRange<UInt64> { try widget.append([.test(client, number)]) }
    let name = try #require(disk.image.contents(of: "/log/inboxes").keys.first)
    var bytes = disk.image.contents(of: "/log/inboxes")[name] ?? []
    bytes[bytes.count / 2] ^= 1
    let file = try disk.files.open(disk.files.openFolder("/log/inboxes"), name, .extend)
    try disk.files.writeAt(file, bytes, 0)
    try app.collect()
    #expect(app.takeDamage().map(\.position) == [1])
    #expect(try app.read(after: 0)?.entries == [.test(client, 1)])
    #expect(throws: ReplicaClientClosed.self) { try widget.append([ReplicaEntry.test(client, 4)]) }
    let again = try widget.newClient()
    try widget.append([.test(again, 1)])
    try app.collect()
    #expect(try app.read(after: 1)?.entries == [.test(again, 1)])
  }

  @Test func `is reported by the application, and replicas that have read more continue with the log's document`()
    async throws
  {
    let folder = try TemporaryFolder()
    let reports = Recorder<Misuse>()
    let widget = ListStore(.files(folder.url, helper: "widget"))
    do {
      let app = ListStore(.files(folder.url))
      for number in 1...4 { app.dispatch(.add("\(number)")) }
      try await app.confirmed()
      await widget.wait { $0.position == 4 }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    let journal = folder.url.appendingPathComponent(try #require(names.first { $0.hasPrefix("journal-") }))
    var bytes = [UInt8](try Data(contentsOf: journal))
    let place = try #require(bytes.firstRange(of: Array(#""3""#.utf8)))
    bytes[place.lowerBound + 1] ^= 1
    try Data(bytes).write(to: journal)
    let app = StoreContext.with({ $0.misuseReporter = reports.reporter }) { ListStore(.files(folder.url)) }
    app.dispatch(.add("5"))
    try await app.confirmed()
    #expect(app.texts == ["1", "2", "5"])
    await widget.wait { $0.items.map(\.text) == ["1", "2", "5"] }
    #expect(reports.values.map(\.whatHappened) == ["a file of a shared log was damaged after entry 2"])
    #expect(widget.state.problem == nil)
  }
}

extension LogPromise {
  /// The laws that are broken if a damaged log of these entries has these contents.
  fileprivate static func violations(_ found: LogContents, of entries: [ReplicaEntry]) -> [String] {
    var promise = LogPromise()
    promise.begin(entries)
    promise.begin(ReplicaSnapshot.test(0))
    return promise.violations(found)
  }
}

extension FileRecord {
  /// The bytes after the complete records at the start.
  fileprivate static func rest(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    var rest = bytes[...]
    while let (_, size) = first(in: rest) { rest = rest.dropFirst(size) }
    return rest
  }
}
