import Foundation
import PureduxTesting
import SavedModel
import Testing

@testable import PureduxPersistence

/// Several stores with the same archive or journal, simultaneously or one after another.
@Suite struct SharedArchiveTests {
  private let context = TestContext()
  private let storage = WatchedStorage()
  private let problems = Recorder<PersistenceError>()

  private func archive() -> Archive<[Int]> { Archive(storage, onProblem: { [problems] in problems.record($0) }) }

  private func list(_ first: Int) -> StateStore<[Int], Int> { context.run { StateStore([first]) { $0.append($1) } } }

  private func expectSaved(_ state: [Int], _ location: Testing.SourceLocation = #_sourceLocation) {
    context.advance(by: .seconds(60))
    let numbers = state.map(String.init).joined(separator: ",")
    #expect(storage.text == #"{"state":[\#(numbers)],"version":1}"#, sourceLocation: location)
  }

  @Test func `two stores with one archive do not overwrite each other`() {
    let archive = archive()
    let (first, second) = (list(1), list(2))
    first.persist(in: archive)
    second.persist(in: archive)
    first.dispatch(5)
    second.dispatch(6)
    expectSaved([1, 5])
    first.dispatch(7)
    expectSaved([1, 5, 7])
    #expect(second.state == [2, 6])
    #expect(Set(problems.kinds()) == [.heldElsewhere])
  }

  @Test func `a flush fails while another store is saved to the same archive`() async {
    let archive = archive()
    let (first, second) = (list(1), list(2))
    first.persist(in: archive)
    let persistence = second.persist(in: archive)
    #expect(await context.runToEnd { await persistence.flush() } == false)
    #expect(storage.text == nil)
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a store takes over the archive, with its state, when the other store is released`() {
    let archive = archive()
    var first: StateStore? = list(1)
    let second = list(2)
    first?.persist(in: archive)
    second.persist(in: archive)
    first?.dispatch(5)
    context.runUntilIdle()
    first = nil
    expectSaved([1, 5])
    #expect(second.state == [1, 5])
    second.dispatch(6)
    expectSaved([1, 5, 6])
  }

  /// Creates a store that saves `[1, 5]`, and releases the store.
  private func saveEarlierStore(in archive: Archive<[Int]>) {
    do {
      let first = list(1)
      first.persist(in: archive)
      first.dispatch(5)
      expectSaved([1, 5])
    }
    context.runUntilIdle()
  }

  @Test func `a later store with the same archive begins with the state of the earlier one`() {
    let archive = archive()
    saveEarlierStore(in: archive)
    let second = list(2)
    second.persist(in: archive)
    context.runUntilIdle()
    #expect(second.state == [1, 5])
    second.dispatch(6)
    expectSaved([1, 5, 6])
    #expect(problems.values.isEmpty)
  }

  @Test func `the second store of a middleware that saves is neither restored nor saved`() async {
    let persisting = PersistState<[Int], Int>(in: archive())
    func list(_ first: Int) -> StateStore<[Int], Int> {
      context.run { StateStore([first], middleware: persisting) { $0.append($1) } }
    }
    let (first, second) = (list(1), list(2))
    first.dispatch(5)
    second.dispatch(6)
    expectSaved([1, 5])
    #expect(await context.runToEnd { await persisting.flush() } == false)
    #expect(second.state == [2, 6])
    withExtendedLifetime(first) {}
  }

  @Test func `two stores with one journal do not mix their changes`() {
    let memory = MemoryStorage()
    let journal = Journal<Shelf>(memory, onProblem: { [problems] in problems.record($0) })
    func shelf() -> StateStore<Shelf, Int> { context.run { StateStore(Shelf()) { $0.edit($1) } } }
    func saved() -> Shelf? { Journal(memory).restore(Shelf.saved, into: Shelf()) }
    var first: StateStore? = shelf()
    let second = shelf()
    first?.persist(Shelf.saved, in: journal)
    second.persist(Shelf.saved, in: journal)
    first?.dispatch(1)
    second.dispatch(1)
    first?.dispatch(2)
    context.advance(by: .seconds(60))
    #expect(saved() == Shelf(edits: 2))
    #expect(Set(problems.kinds()) == [.heldElsewhere])
    first = nil
    context.advance(by: .seconds(60))
    second.dispatch(3)
    context.advance(by: .seconds(60))
    #expect(saved() == Shelf(edits: 3))
    #expect(problems.kinds().allSatisfy { $0 == .heldElsewhere })
  }

  @Test func `a later store that was created from the saved state is not restored again`() {
    let archive = archive()
    saveEarlierStore(in: archive)
    let second = context.run { StateStore<[Int], Int>(archive.restore() ?? []) { $0.append($1) } }
    second.dispatch(6)
    second.persist(in: archive)
    context.runUntilIdle()
    #expect(second.state == [1, 5, 6])
    expectSaved([1, 5, 6])
  }

  @Test func `reading or exporting some parts of a journal does not change what its store saves`() {
    let memory = MemoryStorage()
    let journal = Journal<Shelf>(memory, onProblem: { [problems] in problems.record($0) })
    let store = context.run { StateStore<Shelf, Int>(Shelf()) { $0.edit($1) } }
    store.persist(Shelf.saved, in: journal)
    for number in 1...10 {
      store.dispatch(number)
      context.advance(by: .seconds(60))
      let parts = [Shelf.saved[number % 3]]
      #expect(journal.restore(parts, into: Shelf()) != nil)
      #expect(journal.export(parts, of: Shelf(), to: Archive(MemoryStorage())))
    }
    #expect(Journal(memory).restore(Shelf.saved, into: Shelf()) == Shelf(edits: 10))
    #expect(problems.values.isEmpty && store.state == Shelf(edits: 10))
  }

  @Test func `a store that is released before it was restored leaves the saved state as it is`() {
    let memory = MemoryStorage()
    func shelf(_ runner: some StoreRunner) -> StateStore<Shelf, Int> {
      context.run { StateStore(Shelf(), runner: runner) { $0.edit($1) } }
    }
    do {
      let store = shelf(.queue())
      store.persist(Shelf.saved, in: Journal(memory))
      store.dispatch(1)
      context.advance(by: .seconds(60))
    }
    context.advance(by: .seconds(60))
    do {
      let store = shelf(ManualRunner())
      store.persist(Shelf.saved, in: Journal(memory, onProblem: { [problems] in problems.record($0) }))
    }
    context.advance(by: .seconds(60))
    #expect(Journal(memory).restore(Shelf.saved, into: Shelf()) == Shelf(edits: 1))
    #expect(problems.values.isEmpty)
  }
}
