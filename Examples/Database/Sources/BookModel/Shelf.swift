public import Puredux

/// A screen that shows a table of any length: the query, a window of the rows that match it, and the edits that have not
/// been written yet.
///
/// The database owns the truth. The window is a copy of some of its rows, which is read again whenever somebody else has
/// changed the database. The edits belong to the state until they are written.
public struct Shelf: Feature {
  public enum Action: Sendable {
    // What a user does.
    case search(String)
    case goTo(PageRequest.Start)
    case reachedStart, reachedEnd
    case rate(Book.ID, Int)
    case undo, redo
    // What the database answers.
    case read([Book], PageRequest)
    case readEarlier([Book]), readLater([Book])
    case failed(any WritableKeyPath<Shelf, Effect.State> & Sendable, any Error)
    case wrote([Edit], refused: [Edit.ID: String])
    case changedElsewhere
  }

  /// The number of rows of a page, and the greatest number of rows of the window.
  public let pageSize: Int
  public let windowSize: Int

  /// The query: the beginning of the titles.
  public private(set) var text = ""
  /// The window: consecutive rows, as they will be when all edits are written.
  public private(set) var books: OrderedState<Book> = []
  public private(set) var hasEarlier = false
  public private(set) var hasLater = false
  /// What was refused, or why reading failed.
  public private(set) var message: String?

  /// The rows that `reading` reads, in place of the window.
  private(set) var request: PageRequest
  public private(set) var reading = Effect.State.running()
  public private(set) var earlier = Effect.State.idle()
  public private(set) var later = Effect.State.idle()

  /// Edits in order, the oldest first. The first ones are being written.
  public private(set) var edits: [Edit] = []
  private(set) var writtenNext = 0
  public private(set) var writing = Effect.State.idle()
  private var undoing: [Edit] = []
  private var redoing: [Edit] = []

  public init(pageSize: Int = 1_000, windowSize: Int = 10_000) {
    (self.pageSize, self.windowSize) = (pageSize, windowSize)
    request = PageRequest("", .first, pageSize)
  }

  public var canUndo: Bool { !undoing.isEmpty }
  public var canRedo: Bool { !redoing.isEmpty }

  public mutating func reduce(_ action: Action) {
    switch action {
    case .search(let text):
      (self.text, message) = (text, nil)
      read(.first, pageSize)
    case .goTo(let start):
      message = nil
      read(start, pageSize)
    case .reachedStart: if hasEarlier, !reading.isInProgress { earlier.run(Self.patience) }
    case .reachedEnd: if hasLater, !reading.isInProgress { later.run(Self.patience) }
    case .rate(let id, let stars):
      guard let book = books[id: id], book.stars != stars else { return }
      perform(Edit(id: Identity(), book: id, old: book.stars, new: stars), isNew: true)
    case .undo: if let edit = undoing.popLast() { perform(edit.reversed, isNew: false) }
    case .redo: if let edit = redoing.popLast() { perform(edit.reversed, isNew: nil) }
    case .read(let rows, let request): show(rows, request)
    case .readEarlier(let rows):
      earlier.succeed()
      hasEarlier = rows.count == pageSize
      books.insert(contentsOf: rows.filter { !books.contains(id: $0.id) }.map(edited), at: 0)
      if books.count > windowSize {
        books.remove(at: windowSize * 3 / 4..<books.count)
        hasLater = true
      }
    case .readLater(let rows):
      later.succeed()
      hasLater = rows.count == pageSize
      books.append(contentsOf: edits.isEmpty ? rows : rows.map(edited))
      if books.count > windowSize {
        // A quarter at a time, because removing the first rows moves all others.
        books.remove(at: 0..<books.count - windowSize * 3 / 4)
        hasEarlier = true
      }
    case .failed(let job, let error):
      self[keyPath: job].retryOrFailWith(error)
      guard let error = self[keyPath: job].error else { return }
      message = error.text
      // Rows of an earlier search are not shown as results of this one.
      books.removeAll { !$0.title.hasPrefix(text) }
    case .wrote(let written, let refused): finish(written, refused)
    case .changedElsewhere: readAgain()
    }
  }

  /// Attempts for a database that another process has locked.
  static let patience = RetryPolicy(maxAttempts: 5, base: 0.05)
}

// Reading.
extension Shelf {
  /// Reads rows in place of the window. The latest request wins: an earlier one is cancelled.
  private mutating func read(_ start: PageRequest.Start, _ count: Int) {
    request = PageRequest(text, start, count)
    reading.restart(Self.patience)
    earlier.cancel()
    later.cancel()
  }

  /// Reads the rows of the window again.
  private mutating func readAgain() {
    if reading.isInProgress { return reading.restart(Self.patience) }
    read(hasEarlier ? books.first.map { .at($0.place) } ?? .first : .first, max(books.count, pageSize))
  }

  private mutating func show(_ rows: [Book], _ request: PageRequest) {
    reading.succeed()
    let isFull = rows.count == request.count
    switch request.start {
    case .first: (hasEarlier, hasLater) = (false, isFull)
    case .last: (hasEarlier, hasLater) = (isFull, false)
    case .at, .after: (hasEarlier, hasLater) = (true, isFull)
    case .before: (hasEarlier, hasLater) = (isFull, true)
    }
    let rows = rows.map(edited)
    let ids = Set(rows.map(\.id))
    guard books.contains(where: { ids.contains($0.id) }) else { return books = OrderedState(rows) }
    // Row by row, so that views are told only of the rows that are different.
    books.removeAll { !ids.contains($0.id) }
    for (index, row) in rows.enumerated() {
      if let old = books.index(id: row.id) {
        if old != index { books.move(from: [old], to: index) }
        if books[index] != row { books[id: row.id] = row }
      } else {
        books.insert(row, at: index)
      }
    }
  }

  /// A row of the database as it will be when all edits are written.
  private func edited(_ book: Book) -> Book {
    var book = book
    for edit in edits where edit.book == book.id { book.stars = edit.new }
    return book
  }
}

// Editing.
extension Shelf {
  /// Shows an edit and requests that it is written. `isNew` is nil for an edit that is redone.
  private mutating func perform(_ edit: Edit, isNew: Bool?) {
    message = nil
    books[id: edit.book]?.stars = edit.new
    edits.append(edit)
    if isNew == true { redoing = [] }
    if isNew == false { redoing.append(edit) } else { undoing.append(edit) }
    write()
  }

  /// Requests that all edits so far are written, unless earlier ones are being written.
  private mutating func write() {
    guard !edits.isEmpty, !writing.isInProgress else { return }
    writtenNext = edits.count
    writing.run(RetryPolicy(maxAttempts: .max, base: 0.05, cap: 5))
  }

  private mutating func finish(_ written: [Edit], _ refused: [Edit.ID: String]) {
    writing.succeed()
    edits.removeFirst(min(written.count, edits.count))
    for edit in written.reversed() {
      guard let reason = refused[edit.id] else { continue }
      message = reason
      undoing.removeAll { $0.id == edit.id }
      redoing.removeAll { $0.id == edit.id }
      guard var book = books[id: edit.book] else { continue }
      book.stars = edit.old
      books[id: edit.book] = edited(book)
    }
    // Other edits of the same row may have been written.
    if !refused.isEmpty { readAgain() }
    write()
  }
}

// The work, all of which is asked of the database.
extension Shelf {
  public static let effects: Effects = [
    .effect(\.reading, name: "read", onFailure: { .failed(\.reading, $0) }) { shelf, dispatch in
      // The work keeps what it needs, and not the whole state, which would be copied at the next change.
      let request = shelf.request
      return Effect { dispatch(.read(try await Dependencies[\.books].page(request), request)) }
    },
    .effect(\.earlier, name: "read earlier", onFailure: { .failed(\.earlier, $0) }) { shelf, dispatch in
      let start = shelf.books.first.map { PageRequest.Start.before($0.place) } ?? .last
      let request = PageRequest(shelf.text, start, shelf.pageSize)
      return Effect { dispatch(.readEarlier(try await Dependencies[\.books].page(request))) }
    },
    .effect(\.later, name: "read later", onFailure: { .failed(\.later, $0) }) { shelf, dispatch in
      let start = shelf.books.last.map { PageRequest.Start.after($0.place) } ?? .first
      let request = PageRequest(shelf.text, start, shelf.pageSize)
      return Effect { dispatch(.readLater(try await Dependencies[\.books].page(request))) }
    },
    .effect(\.writing, name: "write", onFailure: { .failed(\.writing, $0) }) { shelf, dispatch in
      let edits = Array(shelf.edits.prefix(shelf.writtenNext))
      return Effect { dispatch(.wrote(edits, refused: try await Dependencies[\.books].write(edits))) }
    },
    .effect(whilePresent: "changes of others") { _, dispatch in
      Effect {
        var seen = try? await Dependencies[\.books].version()
        while true {
          try await StoreContext.current.clock.sleep(.milliseconds(500))
          guard let version = try? await Dependencies[\.books].version(), version != seen else { continue }
          if seen != nil { dispatch(.changedElsewhere) }
          seen = version
        }
      }.asDaemon()
    },
  ]
}
