import Foundation

/// Shows the current workload on the terminal; silent if the standard error is not a terminal.
struct ProgressLine {
  private let isShown = isatty(STDERR_FILENO) == 1

  func show(_ name: String, step: Int, of steps: Int) {
    write("\r\u{1B}[K\(100 * step / max(1, steps)) % · \(name)")
  }

  func clear() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    if isShown { FileHandle.standardError.write(Data(text.utf8)) }
  }
}
