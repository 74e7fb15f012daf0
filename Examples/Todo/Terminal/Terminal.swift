import Dispatch
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The whole screen of a terminal, which is given back as it was.
///
/// It remembers the rows that it shows, and writes those alone that have changed.
@MainActor
final class Terminal {
  private var shown: [Row] = []
  private var size = Size(columns: 0, rows: 0)
  private var original = termios()
  private var sources: [any DispatchSourceProtocol] = []
  private var current: ObjectIdentifier?
  /// What each screen shows, or would show if it were on top.
  private var pages: [ObjectIdentifier: Page] = [:]

  /// Nil where input or output is no terminal.
  init?() {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &original) == 0 else {
      return nil
    }
  }

  var currentSize: Size {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
      return Size(columns: 80, rows: 24)
    }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// Takes the screen over, until `end`.
  func begin(
    onKeys: @escaping @MainActor ([Key]) -> Void, onResize: @escaping @MainActor (Size) -> Void,
    onSignal: @escaping @MainActor () -> Void
  ) {
    var raw = original
    cfmakeraw(&raw)
    tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
    let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    input.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 1024)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      let keys = count > 0 ? Key.keys(in: Array(bytes.prefix(count))) : [.interrupt]
      MainActor.assumeIsolated { onKeys(keys) }
    }
    input.resume()
    sources.append(input)
    observe(SIGWINCH) { [weak self] in if let self { onResize(currentSize) } }
    for number in [SIGINT, SIGTERM, SIGHUP] { observe(number, onSignal) }
  }

  /// Gives the screen back.
  func end() {
    write("\u{1B}[?25h\u{1B}[?1049l")
    tcsetattr(STDIN_FILENO, TCSANOW, &original)
  }

  /// Shows this screen from now on.
  func turn(to screen: any Screen) {
    current = ObjectIdentifier(screen)
    if let page = pages[ObjectIdentifier(screen)] { write(page) }
  }

  func forget(_ screen: any Screen) { pages[ObjectIdentifier(screen)] = nil }

  /// Takes what a screen shows, and writes it if the screen is on top.
  func show(_ page: Page, of screen: any Screen) {
    pages[ObjectIdentifier(screen)] = page
    if current == ObjectIdentifier(screen) { write(page) }
  }

  private func write(_ page: Page) {
    var output = ""
    if page.size != size {
      output += "\u{1B}[2J"
      shown = []
      size = page.size
    }
    let rows = Array(page.rows.prefix(size.rows))
    for (index, row) in rows.enumerated() where !shown.indices.contains(index) || shown[index] != row {
      output += "\u{1B}[\(index + 1);1H\(row.written(columns: size.columns))\u{1B}[K"
    }
    shown = rows
    if !output.isEmpty { write(output) }
  }

  private func observe(_ number: Int32, _ act: @escaping @MainActor () -> Void) {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated(act) }
    source.resume()
    sources.append(source)
  }

  private func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
