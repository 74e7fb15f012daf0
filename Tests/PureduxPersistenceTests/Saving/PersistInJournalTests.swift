import Foundation
import PureduxTesting
import SavedModel
import TestSupport
import Testing

@testable import PureduxPersistence

/// Stores whose parts are saved in a journal.
@Suite struct PersistInJournalTests {
  let clock = TestClock()
  let storage = MemoryStorage()
  let problems = Recorder<PersistenceError>()
  private let pace = SavingPace(debounce: .seconds(1))

  private func journal<State>(_ storage: MemoryStorage? = nil) -> Journal<State> {
    Journal(storage ?? self.storage, onProblem: { [problems] in problems.record($0) })
  }

  private func shelf() -> StateStore<Shelf, Int> {
    StoreContext.with {
      $0.clock = StoreClock(clock)
    } operation: {
      StateStore(Shelf()) { shelf, number in if number > 0 { shelf.edit(number) } else { shelf.draft += "x" } }
    }
  }

  private var saved: Shelf? { Journal(storage).restore(Shelf.saved, into: Shelf()) }

  @Test func `a change is saved after a quiet interval, and restored by the next store`() async {
    do {
      let store = shelf()
      let persistence = store.persist(Shelf.saved, in: journal(), pace: pace)
      await store.send(1)
      await clock.untilAsleep()
      #expect(clock.nextDeadline?.offset == .seconds(1))
      #expect(storage.read() == nil)
      #expect(await persistence.flush())
    }
    let next = shelf()
    next.persist(Shelf.saved, in: journal(), pace: pace)
    for number in 2...30 { next.dispatch(number) }
    await next.settled()
    #expect(next.state.isSaved(as: Shelf(edits: 30)))
    #expect(saved?.turn.number == 1)
  }

  @Test func `a flush saves everything that was dispatched before, as one record`() async throws {
    let store = shelf()
    let persistence = store.persist(Shelf.saved, in: journal())
    store.dispatch(1)
    #expect(await persistence.flush())
    for number in 2...500 { store.dispatch(number) }
    #expect(await persistence.flush())
    #expect(saved?.isSaved(as: Shelf(edits: 500)) == true)
    #expect(problems.removeAll().isEmpty)
  }

  @Test func `a change outside the parts is not saved, and wakes no task`() async {
    let store = shelf()
    let persistence = store.persist(Shelf.saved, in: journal(), pace: pace)
    await store.send(-1)
    #expect(clock.nextDeadline == nil)
    #expect(await persistence.flush())
    #expect(storage.read() == nil)
  }

  @Test func `a store created from the saved state is not restored again`() async {
    let first = shelf()
    let persistence = first.persist(Shelf.saved, in: journal())
    for number in 1...20 { first.dispatch(number) }
    #expect(await persistence.flush())
    let copy = MemoryStorage(storage.read())
    let journal: Journal<Shelf> = journal(copy)
    let store = StateStore<Shelf, Int>(journal.restore(Shelf.saved, into: Shelf()) ?? Shelf()) { $0.edit($1) }
    let next = store.persist(Shelf.saved, in: journal)
    #expect(await next.flush())
    #expect(copy.read() == storage.read())
    store.dispatch(21)
    #expect(await next.flush())
    #expect(copy.read()?.starts(with: storage.read() ?? Data()) == true)
    #expect(Journal(copy).restore(Shelf.saved, into: Shelf())?.isSaved(as: Shelf(edits: 21)) == true)
  }

  @Test func `actions dispatched before persisting are saved too`() async {
    let store = shelf()
    for number in 1...3 { store.dispatch(number) }
    let persistence = store.persist(Shelf.saved, in: journal())
    #expect(await persistence.flush())
    #expect(saved?.isSaved(as: Shelf(edits: 3)) == true)
  }

  @Test func `a released store's unsaved changes are saved, including its last actions`() async {
    var store: StateStore<Shelf, Int>? = shelf()
    let persistence = store?.persist(Shelf.saved, in: journal())
    for number in 1...10 { store?.dispatch(number) }
    store = nil
    await persistence?.flush()
    #expect(saved?.isSaved(as: Shelf(edits: 10)) == true)
  }

  @Test func `as a middleware, persistence restores, saves and flushes next to others`() async {
    for (first, last) in [(1, 20), (21, 40)] {
      let kept = PersistParts<Shelf, Int>(Shelf.saved, in: journal())
      let store = StateStore<Shelf, Int>(Shelf(), middleware: kept) { $0.edit($1) }
      await store.settled()
      #expect(store.state.turn.number == first - 1)
      for number in first...last { store.dispatch(number) }
      #expect(await kept.flush())
      #expect(saved?.isSaved(as: Shelf(edits: last)) == true)
    }
  }

  @Test func `parts of a child's own state are saved`() async {
    let parent = StateStore<Int, Int>(0) { $0 += $1 }
    let child = parent.with(Shelf()) { (shelf: inout Shelf, number: Int) in shelf.edit(number) }
    let persistence = child.persist(Shelf.saved, in: journal())
    for number in 1...30 { child.dispatch(number) }
    #expect(await persistence.flush())
    #expect(saved?.isSaved(as: Shelf(edits: 30)) == true)
    let next = parent.with(Shelf()) { (shelf: inout Shelf, number: Int) in shelf.edit(number) }
    next.persist(Shelf.saved, in: journal(MemoryStorage(storage.read())))
    await next.settled()
    #expect(next.state.1.isSaved(as: Shelf(edits: 30)))
  }

  @Test func `two parts with the same name are misuse, and the first is saved`() async {
    let misuse = Recorder<Misuse>()
    let store = StoreContext.with {
      $0.misuseReporter = misuse.reporter
    } operation: {
      StateStore<Shelf, Int>(Shelf()) { $0.edit($1) }
    }
    let persistence = store.persist(Shelf.saved + [.value("turn", \.draft)], in: journal())
    store.dispatch(1)
    #expect(await persistence.flush())
    #expect(misuse.values.count == 1)
    #expect(saved?.turn.number == 1)
  }

  @Test func `a journal begins with the state of an archive, which stays as it is`() async throws {
    let folder = try TemporaryFolder()
    let old = Archive<Shelf>(FileStorage(folder.url.appendingPathComponent("old.json")))
    old.save(Shelf(edits: 40))
    let before = folder.text("old.json")
    let file = FileStorage(folder.state)
    do {
      let store = shelf()
      let persistence = store.persist(Shelf.saved, in: Journal(file, importing: old))
      await store.settled()
      #expect(store.state.isSaved(as: Shelf(edits: 40)))
      #expect(await persistence.flush())
      #expect(folder.text("old.json") == before)
      store.dispatch(41)
      #expect(await persistence.flush())
    }
    let next = shelf()
    next.persist(Shelf.saved, in: Journal(FileStorage(folder.state), importing: old))
    await next.settled()
    #expect(next.state.isSaved(as: Shelf(edits: 41)))
  }

  @Test func `a journal does not begin without its archive if the archive is temporarily unreadable`() async throws {
    let archived = WatchedStorage(#"{"state":{"books":[],"tags":["kept"],"turn":{"number":3},"draft":""},"version":1}"#)
    archived.refuseReading(.notPermitted)
    let folder = try TemporaryFolder()
    let store = shelf()
    let quiet = Recorder<PersistenceError>()
    let persistence = store.persist(
      Shelf.saved,
      in: Journal(
        FileStorage(folder.state), importing: Archive(archived, onProblem: { quiet.record($0) }),
        onProblem: { quiet.record($0) }))
    await store.send(1)
    #expect(await !persistence.flush())
    #expect(folder.files.isEmpty)
    archived.refuseReading(nil)
    #expect(await persistence.flush())
    #expect(store.state.tags == ["kept"])
    #expect(folder.files == ["state.json"])
  }

  @Test func `no part of a collection is retained between turns, so it is changed in place`() async {
    let store = shelf()
    let persistence = store.persist(Shelf.saved, in: journal())
    for number in 1...200 { store.dispatch(number) }
    #expect(await persistence.flush())
    func address() -> Int {
      store.withState { shelf in
        shelf.books.elements.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
      }
    }
    let before = address()
    for _ in 0..<20 {
      await store.send(-1)
      #expect(await persistence.flush())
    }
    #expect(address() == before)
  }
}
