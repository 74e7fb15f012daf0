import ExampleTerminal
import Puredux

/// The table on the screen, which is redrawn when it scrolls and when a visible download changes.
actor DownloadsTable {
  private let store: StateStore<Downloads, Downloads.Action>
  private let size: @Sendable () -> TerminalSize
  private let display: @Sendable ([ScreenRow]) -> Void
  private var window = DownloadsWindow()

  /// Shows the downloads of a store by `display`, in a terminal of the size that `size` returns.
  init(
    _ store: StateStore<Downloads, Downloads.Action>, size: @escaping @Sendable () -> TerminalSize,
    display: @escaping @Sendable ([ScreenRow]) -> Void
  ) {
    self.store = store
    self.size = size
    self.display = display
  }

  /// Draws the changed rows. It receives their positions, and compares no rows.
  func show(_ update: RowsUpdate<Identity>) {
    if window.shows(update.changes, of: update.rows.count, size()) { redraw() }
  }

  /// Draws the window again, for a terminal of this size.
  func redraw(_ size: TerminalSize? = nil) {
    let size = size ?? self.size()
    display(store.withState { [window] in DownloadsScreen.rows($0, in: window, size) })
  }

  /// Scrolls by this many pages and rows.
  func scroll(pages: Int = 0, rows: Int = 0) {
    let (count, size) = (store.withState { $0.all.count }, size())
    window.scroll(by: pages * window.positions(of: count, size).count + rows, of: count, size)
    redraw()
  }

  /// Cancels or starts the download with this number on the screen.
  func toggle(_ number: Int) {
    let shown = window.positions(of: store.withState { $0.all.count }, size())
    let position = shown.lowerBound + number - 1
    if shown.contains(position) { store.dispatch(.toggle(position)) }
  }
}
