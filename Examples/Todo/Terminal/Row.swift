struct Size: Sendable, Equatable {
  let columns: Int
  let rows: Int
}

/// One row of the screen.
struct Row: Sendable, Equatable {
  let text: String
  let isMarked: Bool

  init(_ text: String = "", isMarked: Bool = false) {
    self.text = text
    self.isMarked = isMarked
  }

  /// The row as a terminal of this width is to be told.
  func written(columns: Int) -> String {
    let visible = String(text.prefix(columns))
    return isMarked ? "\u{1B}[7m\(visible)\u{1B}[0m" : visible
  }
}

/// What a screen shows, and on how large a terminal.
struct Page: Sendable {
  let rows: [Row]
  let size: Size
}
