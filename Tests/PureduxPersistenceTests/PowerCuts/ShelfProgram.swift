import Foundation
import PureduxTesting
import SavedModel
import SimulatedDisk
import Testing

@testable import PureduxPersistence

/// A program that edits and saves a shelf.
protocol ShelfProgram: AnyObject {
  var shelf: Shelf { get }
  var problems: Recorder<PersistenceError> { get }

  /// Reads the saved shelf, if there is one and it can be read now.
  func read()

  func edit(_ number: Int)

  /// Saves the shelf once. If the storage must be read first, the shelf becomes the one that is found there.
  func save() -> Bool
}

/// A program that saves in an archive.
final class ArchiveProgram: ShelfProgram {
  private(set) var shelf = Shelf()
  let problems = Recorder<PersistenceError>()
  private let archive: Archive<Shelf>

  init(_ storage: FileStorage, claim: ClaimDuration = .always) {
    archive = Archive(storage, claim: claim, onProblem: { [problems] in problems.record($0) })
  }

  func read() { shelf = archive.restore() ?? shelf }
  func edit(_ number: Int) { shelf.edit(number) }

  func save() -> Bool {
    let result = archive.saveUnlessUnread(shelf)
    if result == .unread { read() }
    return result == .saved
  }
}

/// A program that saves in a journal.
final class JournalProgram: ShelfProgram {
  private let keeper: ShelfKeeper

  init(_ keeper: ShelfKeeper) { self.keeper = keeper }

  var shelf: Shelf { keeper.shelf }
  var problems: Recorder<PersistenceError> { keeper.problems }

  func read() { keeper.begin() }
  func edit(_ number: Int) { keeper.edit(number) }

  func save() -> Bool {
    let result = keeper.save()
    if result == .unread { keeper.begin() }
    return result == .saved
  }
}
