import Foundation
import PureduxTesting
import SavedModel
import TestSupport
import Testing

@testable import PureduxPersistence

/// Journals in files that are temporarily unreadable or unwritable, because of another holder, another process or a
/// locked phone.
@Suite struct LateJournalTests {
  let folder: TemporaryFolder
  let double = FileSystemDouble()
  let clock = TestClock()
  let problems = Recorder<PersistenceError>()

  init() throws { folder = try TemporaryFolder() }

  private func store() -> StateStore<Shelf, Int> {
    StoreContext.with {
      $0.clock = StoreClock(clock)
    } operation: {
      StateStore(Shelf()) { $0.edit($1) }
    }
  }

  private func journal(_ claim: ClaimDuration = .always) -> Journal<Shelf> {
    Journal(
      FileStorage(folder.state, files: double.files), claim: claim, onProblem: { [problems] in problems.record($0) })
  }

  private var saved: Shelf? { Journal<Shelf>(FileStorage(folder.state)).restore(Shelf.saved, into: Shelf()) }

  private func permit(_ isPermitted: Bool) {
    for name in ["state.json", "state.json.lock", "state.json.new"] {
      double.fail("open \(name)", with: isPermitted ? nil : EPERM)
    }
  }

  private func save(edits: Int) async {
    let store = store()
    let persistence = store.persist(Shelf.saved, in: Journal(FileStorage(folder.state)))
    for number in 1...edits { store.dispatch(number) }
    #expect(await persistence.flush())
  }

  @Test(arguments: [ClaimDuration.always, .whileSaving])
  func `a temporarily inaccessible file is neither overwritten nor moved, and its state is restored later`(
    _ claim: ClaimDuration
  ) async throws {
    await save(edits: 30)
    let before = try Data(contentsOf: folder.state)
    permit(false)
    let store = store()
    let persistence = store.persist(Shelf.saved, in: journal(claim))
    await store.send(1)
    #expect(await !persistence.flush())
    #expect(try Data(contentsOf: folder.state) == before)
    #expect(Set(problems.kinds()) == [.notPermitted])
    permit(true)
    #expect(await persistence.flush())
    #expect(store.state.isSaved(as: Shelf(edits: 30)))
    store.dispatch(31)
    #expect(await persistence.flush())
    #expect(saved?.isSaved(as: Shelf(edits: 31)) == true)
    #expect(folder.files == ["state.json"])
    #expect(problems.removeAll().isEmpty)
  }

  @Test func `the application may keep its own state, or merge both`() async {
    await save(edits: 30)
    permit(false)
    let store = store()
    let persistence = store.persist(
      Shelf.saved, in: journal(),
      late: .merge { saved, current in
        var both = saved
        both.tags = ["merged \(current.turn.number)"]
        return both
      })
    await store.send(1)
    permit(true)
    #expect(await persistence.flush())
    #expect(store.state.turn.number == 30)
    #expect(saved?.tags == ["merged 1"])
    #expect(saved?.books == Shelf(edits: 30).books)
  }

  @Test func `two alternating writers restore each other's saves`() async {
    let (one, other) = (store(), store())
    let first = one.persist(Shelf.saved, in: journal(.whileSaving))
    for number in 1...20 { one.dispatch(number) }
    #expect(await first.flush())
    let second = other.persist(Shelf.saved, in: journal(.whileSaving))
    await other.settled()
    #expect(other.state.isSaved(as: Shelf(edits: 20)))
    for number in 21...40 {
      let (writer, persistence, reader) = number.isMultiple(of: 2) ? (one, first, other) : (other, second, one)
      // The other journal's saves are detected when this journal saves, and replace its unsaved changes.
      writer.dispatch(writer.state.turn.number + 1)
      _ = await persistence.flush()
      if writer.state.turn.number < number {
        writer.dispatch(number)
        #expect(await persistence.flush())
      }
      #expect(writer.state.isSaved(as: Shelf(edits: number)), "\(number)")
      _ = reader
    }
    #expect(saved?.isSaved(as: Shelf(edits: 40)) == true)
    #expect(Set(problems.kinds()).isSubset(of: [.changedElsewhere]))
  }

  @Test func `a second holder is reported once, and saves when the first is released`() async throws {
    let one = store()
    var first: Journal<Shelf>? = journal()
    let follower = StateFollower(Shelf.saved)
    _ = first?.begin(Shelf.saved)
    #expect(first?.save { follower.take(from: Shelf(edits: 5), isWhole: $0) } == .saved)
    let second = one.persist(Shelf.saved, in: journal())
    await one.settled()
    #expect(one.state.isSaved(as: Shelf(edits: 5)))
    one.dispatch(6)
    #expect(await !second.flush())
    #expect(await !second.flush())
    #expect(problems.kinds() == [.heldElsewhere])
    first = nil
    #expect(await second.flush())
    #expect(saved?.isSaved(as: Shelf(edits: 6)) == true)
  }

  @Test func `a removed file is rewritten`() async throws {
    let store = store()
    let persistence = store.persist(Shelf.saved, in: journal())
    for number in 1...20 { store.dispatch(number) }
    #expect(await persistence.flush())
    try FileManager.default.removeItem(at: folder.state)
    store.dispatch(21)
    if await !persistence.flush() { #expect(await persistence.flush()) }
    #expect(saved?.isSaved(as: Shelf(edits: 21)) == true)
  }

  @Test func `a file that another program has replaced is not overwritten`() async throws {
    let store = store()
    let persistence = store.persist(Shelf.saved, in: journal(), late: .keepCurrent)
    for number in 1...20 { store.dispatch(number) }
    #expect(await persistence.flush())
    try Data("something else".utf8).write(to: folder.state, options: .atomic)
    store.dispatch(21)
    #expect(await persistence.flush())
    #expect(problems.kinds().contains(.claimLost))
    #expect(folder.text("state.json.kept-1") == "something else")
    #expect(saved?.isSaved(as: Shelf(edits: 21)) == true)
  }

  @Test func `whichever call fails once, the next save is complete, and the previous file is intact`() async throws {
    let calls = [
      "open state.json", "open state.json.new", "write state.json", "write state.json.new", "sync state.json",
      "sync state.json.new", "read state.json", "rename state.json",
    ]
    for call in calls {
      let folder = try TemporaryFolder()
      let keeper = ShelfKeeper(FileStorage(folder.state, files: double.files))
      keeper.begin()
      var last = 0
      func check(_ what: String) {
        let shelf = Journal<Shelf>(FileStorage(folder.state)).restore(Shelf.saved, into: Shelf())
        let number = shelf?.turn.number ?? 0
        #expect(number >= last, "\(call): \(what)")
        #expect(shelf?.isSaved(as: Shelf(edits: number)) ?? (last == 0), "\(call): \(what)")
      }
      for number in 1...60 {
        keeper.edit(number)
        if number.isMultiple(of: 7) { double.fail(call, with: number.isMultiple(of: 2) ? EIO : ENOSPC, times: 1) }
        if keeper.save() == .saved { last = number }
        double.fail(call, with: nil)
        check("after edit \(number)")
      }
      #expect(keeper.save() == .saved)
      #expect(!keeper.problems.kinds().contains(.damaged))
    }
  }

  @Test func `after a failed sync the next save is a snapshot in a new file`() async throws {
    let keeper = ShelfKeeper(FileStorage(folder.state, files: double.files))
    keeper.begin()
    keeper.edit(upTo: 20)
    // In the names of calls, the file keeps the name under which it was created.
    double.fail("sync state.json.new", with: EIO, times: 1)
    keeper.edit(21)
    #expect(keeper.save() == .failed)
    _ = double.takeCalls()
    keeper.edit(22)
    #expect(keeper.save() == .saved)
    #expect(double.takeCalls().contains("rename state.json"))
    #expect(saved?.isSaved(as: Shelf(edits: 22)) == true)
  }
}
