import Foundation
import PureduxTesting
import SavedModel

@testable import PureduxPersistence

/// Edits a shelf and saves it in a journal, like a store, but synchronously at the test's request.
final class ShelfKeeper {
  private(set) var shelf = Shelf()
  private let parts: [StatePart<Shelf>]
  private let follower: StateFollower<Shelf>
  let journal: Journal<Shelf>
  let problems: Recorder<PersistenceError>

  init(_ journal: Journal<Shelf>, _ parts: [StatePart<Shelf>] = Shelf.saved, problems: Recorder<PersistenceError>) {
    (self.journal, self.parts, self.problems) = (journal, parts, problems)
    follower = StateFollower(parts)
  }

  convenience init(
    _ storage: some JournalStorage, _ parts: [StatePart<Shelf>] = Shelf.saved,
    durability: JournalDurability = .eachSave, claim: ClaimDuration = .always,
    leastAppended: UInt64 = JournalFile.leastAppended, generation: UInt64? = nil
  ) {
    let problems = Recorder<PersistenceError>()
    let journal = Journal<Shelf>(
      in: storage, durability: durability, claim: claim, leastAppended: leastAppended,
      makeGeneration: { generation ?? .random(in: 1 ... .max) }, onProblem: { problems.record($0) })
    self.init(journal, parts, problems: problems)
  }

  /// Restores the saved state, like a store that begins to save.
  @discardableResult
  func begin() -> Bool {
    guard case .found(let restored) = journal.begin(parts) else {
      follower.begin(with: shelf)
      return false
    }
    shelf = restored(in: shelf)
    follower.begin(with: shelf)
    return true
  }

  func edit(_ number: Int) {
    shelf.edit(number)
    _ = follower.look(at: shelf)
  }

  func change(_ change: (inout Shelf) -> Void) {
    change(&shelf)
    _ = follower.look(at: shelf)
  }

  @discardableResult
  func save() -> SavingResult { journal.save { follower.take(from: shelf, isWhole: $0) } }

  /// Makes and saves the edits up to a number, one or several per save.
  func edit(upTo number: Int, savingEach count: Int = 1) {
    while shelf.turn.number < number {
      edit(shelf.turn.number + 1)
      if shelf.turn.number.isMultiple(of: count) || shelf.turn.number == number { save() }
    }
  }
}

extension Journal {
  /// Restores the parts for a store that will save to this journal.
  func begin(_ parts: [StatePart<State>]) -> ReadingResult<RestoredState<State>> { begin(parts, for: Unsaved()) }
}

/// A user that is gone at once.
private final class Unsaved: StorageUser {
  let isOver = true
}

/// The shelf that a new journal reads from some bytes.
struct ShelfReading {
  let shelf: Shelf?
  let problems: [PersistenceError]

  init(_ bytes: Data, durability: JournalDurability = .eachSave) {
    let problems = Recorder<PersistenceError>()
    let journal = Journal<Shelf>(
      in: MemoryStorage(bytes), durability: durability, onProblem: { problems.record($0) })
    shelf = journal.restore(Shelf.saved, into: Shelf())
    self.problems = problems.removeAll()
  }
}
