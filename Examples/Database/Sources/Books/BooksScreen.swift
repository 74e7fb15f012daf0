import BookModel
import ExampleTerminal
import Puredux

/// The part of a screen that belongs to the terminal: what is selected, and how far the list is scrolled.
struct Cursor: Sendable {
  /// The selected book, and its position when it was last seen.
  private(set) var selected: Book.ID?
  private var position = 0
  private var top = 0
  /// Whether keys are the text of the search.
  var isSearching = false

  /// Moves the selection, and returns the action that reads more rows near an end of the window.
  mutating func move(by distance: Int, in shelf: Shelf) -> Shelf.Action? {
    guard !shelf.books.isEmpty else { return nil }
    find(in: shelf)
    position = min(max(position + distance, 0), shelf.books.count - 1)
    selected = shelf.books[position].id
    if distance < 0, position < shelf.pageSize / 2 { return .reachedStart }
    if distance > 0, shelf.books.count - position < shelf.pageSize / 2 { return .reachedEnd }
    return nil
  }

  /// Selects the first or the last row that comes next.
  mutating func reset(toEnd: Bool = false) { (selected, position, top) = (nil, toEnd ? .max / 2 : 0, 0) }

  /// Finds the selected book again; if it is gone, selects the one in its place.
  mutating func find(in shelf: Shelf) {
    // The rows to select from are still being read.
    if selected == nil, shelf.reading.isInProgress { return }
    if let selected, let index = shelf.books.index(id: selected, expectedAt: position) {
      (position, top) = (index, top + index - position)
    } else {
      position = max(min(position, shelf.books.count - 1), 0)
      selected = shelf.books.isEmpty ? nil : shelf.books[position].id
    }
  }

  /// The positions of the rows to show.
  mutating func visible(_ shelf: Shelf, height: Int) -> Range<Int> {
    find(in: shelf)
    top = min(max(top, position - height + 1, 0), position)
    top = max(min(top, shelf.books.count - height), 0)
    return top..<min(top + height, shelf.books.count)
  }
}

enum BooksScreen {
  static func rows(_ shelf: Shelf, _ cursor: inout Cursor, _ size: TerminalSize) -> [ScreenRow] {
    let keys =
      cursor.isSearching
      ? ["type the beginning of a title", "enter done", "esc all books"]
      : ["↑ ↓ move", "/ search", "+ − stars"] + (shelf.canUndo ? ["u undo"] : []) + (shelf.canRedo ? ["r redo"] : [])
        + ["q quit"]
    let footer = ScreenRow(keys.joined(separator: " · "), .dim).wrapped(columns: size.columns, at: " · ")
    let head = ScreenRow("Books  ", .bold) + search(shelf, cursor) + status(shelf)
    let height = max(size.rows - footer.count - 4, 1)
    let visible = cursor.visible(shelf, height: height)
    var rows = visible.map { index in
      let book = shelf.books[index]
      let row = ScreenRow(line(book, columns: size.columns))
      return book.id == cursor.selected ? row.filled(.inverse) : row
    }
    if rows.isEmpty {
      rows = [ScreenRow(shelf.reading.isInProgress ? "  reading" : "  No title begins with “\(shelf.text)”.", .dim)]
    }
    rows += Array(repeating: .empty, count: max(height - rows.count, 0))
    let message = shelf.message.map { ScreenRow($0, .red) } ?? .empty
    return [head, .empty] + rows + [message] + footer
  }

  /// The stars, the title and the author, in as much space as there is.
  static func line(_ book: Book, columns: Int) -> String {
    let stars =
      String(repeating: "★", count: max(book.stars, 0)) + String(repeating: "☆", count: max(5 - book.stars, 0))
    let width = max(columns - 9, 8)
    let author = columns < 60 ? 0 : min(width / 3, 30)
    let title = " \(stars)  " + book.title.column(cells: width - author)
    return author == 0 ? title : title + book.author.fitted(cells: author)
  }

  private static func search(_ shelf: Shelf, _ cursor: Cursor) -> ScreenRow {
    if cursor.isSearching { return ScreenRow("/\(shelf.text)▏", .cyan) }
    return ScreenRow(shelf.text.isEmpty ? "all" : "/\(shelf.text)", .cyan)
  }

  private static func status(_ shelf: Shelf) -> ScreenRow {
    shelf.edits.isEmpty ? ScreenRow("") : ScreenRow("  \(shelf.edits.count) not written yet", .yellow)
  }
}
