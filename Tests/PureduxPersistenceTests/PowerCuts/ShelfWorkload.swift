import Foundation
import PureduxFiles
import PureduxTesting
import SavedModel
import SimulatedDisk
import Testing

@testable import PureduxPersistence

/// A way to use a disk for saving, and the laws that hold for it.
struct ShelfWorkload: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// What the disk contains at first, and what a start may find.
  var files: [String: [UInt8]] = [:]
  var promise = SavedStates()
  /// The numbers of edits that are made one after the other, each by processes of their own.
  var edits = [4, 3]
  /// The number of processes that take turns.
  var holders = 1
  /// Whether the disk may damage what it has confirmed, so that a start may report damage instead of a state.
  var mayBeDamaged = false
  /// Starts a program, in a process of its own.
  var start: @Sendable (_ files: FileSystem) -> any ShelfProgram

  func disk(pageSize: Int = 64, filler: UInt8 = 0) -> DiskImage {
    DiskImage(pageSize: pageSize, filler: filler, files: files)
  }

  /// Runs the processes, and returns the broken laws. A save that fails is repeated with the next edit.
  func run(_ machine: Machine<SavedStates>) -> [String] {
    var violations: [String] = []
    for edits in edits {
      let programs = (0..<holders).map { _ in start(machine.files) }
      for program in programs { violations += read(program, machine) }
      for number in 0..<edits {
        let program = programs[number % holders]
        // What another process has saved is read first.
        if !edit(program, machine, &violations), holders > 1 { _ = edit(program, machine, &violations) }
      }
      violations += finish(programs, machine)
    }
    return violations
  }

  /// Saves with one program while another one saves, before its n-th call.
  func run(interruptedAt call: Int, _ machine: Machine<SavedStates>) -> [String] {
    let broken = Recorder<String>()
    // SAFETY: the closure is called on this thread, in the calls of the first program.
    nonisolated(unsafe) let (machine, first, second) = (machine, start(machine.files), start(machine.files))
    var violations = read(first, machine) + read(second, machine)
    machine.disk.interrupt(call: machine.disk.callCount + call) {
      var violations: [String] = []
      for _ in 1...2 where !edit(second, machine, &violations) {}
      violations.forEach(broken.record)
    }
    for _ in 1...2 { _ = edit(first, machine, &violations) }
    return violations + broken.values + finish([first, second], machine)
  }

  /// Expects that each program can save, now that each fault has passed, and that only faults were reported.
  private func finish(_ programs: [any ShelfProgram], _ machine: Machine<SavedStates>) -> [String] {
    var violations: [String] = []
    for program in programs {
      let isSaved = (1...3).contains { _ in save(program, machine, &violations) }
      if !isSaved { violations.append("the last state was not saved") }
      violations += broken(program.problems.removeAll(), machine, isDamaged: promise.foreign != nil)
    }
    return violations
  }

  /// Starts a process on the disk that a cut has left, and returns the broken laws.
  func restart(_ machine: Machine<SavedStates>) -> [String] {
    let program = start(machine.files)
    let isDamaged = machine.promise.foreign != nil && machine.promise.foreign == machine.file
    var violations = read(program, machine)
    if isDamaged, program.problems.values.isEmpty { violations.append("damage was not reported") }
    guard machine.continues else { return violations + broken(program.problems.values, machine, isDamaged: isDamaged) }
    for _ in 1...2 where !edit(program, machine, &violations) { violations.append("a save failed") }
    violations += broken(program.problems.values, machine, isDamaged: isDamaged)
    let next = start(machine.files)
    next.read()
    if !next.shelf.isSaved(as: program.shelf) { violations.append("the next start does not find the last save") }
    return violations
  }

  /// The problems that must not have been reported.
  private func broken(
    _ problems: [PersistenceError], _ machine: Machine<SavedStates>, isDamaged: Bool
  ) -> [String] {
    problems.filter { problem in
      switch problem.kind {
      case .damaged: !isDamaged && !mayBeDamaged
      case .changedElsewhere, .heldElsewhere: holders == 1
      default: !machine.disk.isFaulty
      }
    }.map { "\($0)" }
  }

  private func read(_ program: any ShelfProgram, _ machine: Machine<SavedStates>) -> [String] {
    program.read()
    // A program that could not read begins with what it finds later.
    if machine.disk.isFaulty, program.shelf.turn.number == 0 { return [] }
    // What cannot be understood is no state, and says so.
    if mayBeDamaged, program.problems.values.contains(where: { $0.kind == .damaged }) {
      machine.promise.begin(program.shelf)
    }
    let violations = machine.promise.violations(program.shelf, machine.disk.image.contents(of: "/"))
    if violations.isEmpty { machine.promise.restore(program.shelf, isSynced: machine.disk.image.isSynced) }
    return violations
  }

  private func edit(
    _ program: any ShelfProgram, _ machine: Machine<SavedStates>, _ violations: inout [String]
  ) -> Bool {
    program.edit(machine.promise.nextEdit())
    return save(program, machine, &violations)
  }

  private func save(
    _ program: any ShelfProgram, _ machine: Machine<SavedStates>, _ violations: inout [String]
  ) -> Bool {
    let shelf = program.shelf
    machine.promise.begin(shelf)
    guard program.save() else { return false }
    if let violation = machine.promise.confirm(shelf) { violations.append(violation) }
    return true
  }
}

extension Machine {
  /// The contents of the file in which programs save.
  fileprivate var file: [UInt8]? { disk.image.contents(of: "/")["state"] }
}

extension ShelfWorkload {
  static let url = URL(fileURLWithPath: "/state")

  static let archive = ShelfWorkload(testDescription: "an archive") { files in
    ArchiveProgram(FileStorage(url, files: files))
  }

  /// Every third save or so compacts the journal.
  static let journal = ShelfWorkload(testDescription: "a journal") { files in
    JournalProgram(ShelfKeeper(FileStorage(url, files: files), leastAppended: 400))
  }

  static let damagedArchive = ShelfWorkload(
    testDescription: "a damaged archive", files: ["state": Array("{".utf8)],
    promise: SavedStates(foreign: Array("{".utf8)), edits: [2, 1], start: archive.start)

  /// A journal with a damaged record, before which there are two saves.
  static let damagedJournal = {
    var (bytes, shelf) = journal.saved(5)
    bytes[bytes.count - 90] ^= 1
    let reading = ShelfReading(Data(bytes))
    shelf = reading.shelf ?? shelf
    return ShelfWorkload(
      testDescription: "a damaged journal", files: ["state": bytes], promise: SavedStates(shelf, foreign: bytes),
      edits: [2, 1], start: journal.start)
  }()

  /// A journal whose parts are of an older version, so that the first save replaces the file.
  static let migration = {
    let (bytes, shelf) = journal.saved(5)
    var parts = Shelf.saved
    parts[0] = .elements("books", \.books, version: 2, migrations: [Migration(from: 1) { (old: Book) in old }])
    return ShelfWorkload(
      testDescription: "a journal with a migration", files: ["state": bytes], promise: SavedStates(shelf)
    ) { [parts] files in
      JournalProgram(ShelfKeeper(FileStorage(url, files: files), parts, leastAppended: 400))
    }
  }()

  /// A journal that begins with the state of an archive.
  static let importing = {
    let (bytes, shelf) = archive.saved(5)
    return ShelfWorkload(
      testDescription: "a journal that imports an archive", files: ["old": bytes], promise: SavedStates(shelf)
    ) { files in
      let problems = Recorder<PersistenceError>()
      let old = Archive<Shelf>(
        FileStorage(URL(fileURLWithPath: "/old"), files: files), onProblem: { problems.record($0) })
      let journal = Journal<Shelf>(
        FileStorage(url, files: files), importing: old, onProblem: { problems.record($0) })
      return JournalProgram(ShelfKeeper(journal, problems: problems))
    }
  }()

  /// Two processes that share an archive or a journal, like an application and its extension.
  static let sharedArchive = ShelfWorkload(testDescription: "an archive of two processes", holders: 2) { files in
    ArchiveProgram(FileStorage(url, files: files), claim: .whileSaving)
  }

  static let sharedJournal = ShelfWorkload(testDescription: "a journal of two processes", holders: 2) { files in
    JournalProgram(ShelfKeeper(FileStorage(url, files: files), claim: .whileSaving, leastAppended: 400))
  }

  /// A journal that does not sync each save.
  static let unsyncedJournal = ShelfWorkload(
    testDescription: "a journal that is synced when compacted", promise: SavedStates(mayBeOlder: true)
  ) { files in
    JournalProgram(ShelfKeeper(FileStorage(url, files: files), durability: .whenCompacted, leastAppended: 400))
  }

  static let shared = [sharedArchive, sharedJournal]
  static let all =
    [archive, journal, damagedArchive, damagedJournal, migration, importing, unsyncedJournal] + shared

  /// The same programs on a disk that confirms each sync and syncs nothing.
  var onLyingDisk: ShelfWorkload {
    var lying = self
    lying.testDescription += " on a disk that lies"
    (lying.promise, lying.mayBeDamaged) = (SavedStates(promise.states[0], mayBeOlder: true), true)
    lying.start = { [start] files in start(files.lying) }
    return lying
  }

  /// The contents of the file after a number of edits, and the state.
  private func saved(_ edits: Int) -> (bytes: [UInt8], shelf: Shelf) {
    let disk = SimulatedDisk()
    let program = start(disk.files)
    program.read()
    for number in 1...edits {
      program.edit(number)
      _ = program.save()
    }
    return (disk.image.contents(of: "/")["state"] ?? [], program.shelf)
  }
}
