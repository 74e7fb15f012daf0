import ExampleTerminal
import Puredux

/// The part of a long list that is on the screen.
struct DownloadsWindow: Sendable {
  /// The position of the first visible download, if enough downloads follow it.
  private(set) var top = 0

  /// The positions of the visible downloads.
  func positions(of count: Int, _ size: TerminalSize) -> Range<Int> {
    let room = max(0, size.rows - 1 - DownloadsScreen.keyRows(columns: size.columns))
    guard count > room else { return 0..<count }
    let bars = max(0, room - 1)
    let first = min(top, count - bars)
    return first..<first + bars
  }

  /// Whether any of these changes is visible.
  func shows(_ changes: [ElementChange<Identity>]?, of count: Int, _ size: TerminalSize) -> Bool {
    guard let changes else { return true }
    let positions = positions(of: count, size)
    return changes.contains { change in
      if case .updated(_, let position) = change { positions.contains(position) } else { true }
    }
  }

  mutating func scroll(by rows: Int, of count: Int, _ size: TerminalSize) {
    let shown = positions(of: count, size)
    top = max(0, min(shown.lowerBound + rows, count - shown.count))
  }
}
