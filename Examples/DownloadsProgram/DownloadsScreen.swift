import ExampleTerminal
import Puredux

/// Shows the downloads: as bars on the screen, or as a line for each change. Only the visible downloads are read.
enum DownloadsScreen {
  private static let nameWidth = 14
  private static let statusWidth = 31

  private static let keys = ScreenRow("1–9 cancel or restart · a start all · c cancel all · q quit", .dim)

  /// The number of rows that the keys take in a terminal of this width.
  static func keyRows(columns: Int) -> Int { keys.wrapped(columns: columns, at: " · ").count }

  /// The rows of a terminal of this size, beginning with the download at the top of the window.
  static func rows(
    _ downloads: Downloads, in window: DownloadsWindow = DownloadsWindow(), _ size: TerminalSize
  ) -> [ScreenRow] {
    let keys = keys.wrapped(columns: size.columns, at: " · ")
    let (count, shown) = (downloads.all.count, window.positions(of: downloads.all.count, size))
    let bars = shown.enumerated().map { place, position in
      ScreenRow(place < 9 ? "\(place + 1)  " : "   ", .dim) + bar(downloads.all[position], columns: size.columns - 3)
    }
    guard shown.count < count else { return bars + [.empty] + keys }
    let part = "   \(shown.lowerBound + 1)–\(shown.upperBound) of \(count) · ↑ ↓ scroll"
    return bars + [ScreenRow(part, .dim), .empty] + keys
  }

  /// A line for each download.
  static func lines(_ downloads: Downloads) -> [String] { downloads.all.map(line) }

  static func line(_ download: Download) -> String {
    let quarter = download.job.isInProgress ? download.fraction.map { " \(Int($0 * 4) * 25) %" } ?? "" : ""
    return "\(download.name.column(cells: nameWidth)) \(status(download))\(quarter)"
  }

  /// The bar takes the width that the name and the status leave.
  private static func bar(_ download: Download, columns: Int) -> ScreenRow {
    let nameWidth = columns < 60 ? 11 : columns < 120 ? nameWidth : 30
    guard columns >= 54 else { return narrowRow(download, nameWidth: nameWidth) }
    let barWidth = max(0, min(columns - nameWidth - statusWidth - 2, 60))
    let full = Int((download.fraction ?? 0) * Double(barWidth))
    return ScreenRow(download.name.column(cells: nameWidth) + " ")
      + ScreenRow(String(repeating: "█", count: full), style(download))
      + ScreenRow(String(repeating: "░", count: barWidth - full), .dim)
      + ScreenRow(" " + status(download), style(download))
  }

  /// The name and the status, without a bar, for which there is no room.
  private static func narrowRow(_ download: Download, nameWidth: Int) -> ScreenRow {
    let percent = download.job.isInProgress ? download.fraction.map { ", \(Int($0 * 100)) %" } ?? "" : ""
    let text = download.job.error?.text ?? status(download) + percent
    return ScreenRow(download.name.column(cells: nameWidth) + " ") + ScreenRow(text, style(download))
  }

  private static func style(_ download: Download) -> Style {
    let job = download.job
    if job.isInProgress { return job.currentAttempt == 0 ? .cyan : .yellow }
    if job.isSuccess { return .green }
    return job.isFailed ? .red : .dim
  }

  private static func status(_ download: Download) -> String {
    let job = download.job
    if let attempt = job.currentAttempt { return "attempt \(attempt + 1)" }
    if let error = job.error { return "failed: \(error.text)" }
    if job.isSuccess {
      return "done, \(download.progress.received) bytes" + (download.savedAs.map { ", \($0)" } ?? "")
    }
    return job.isCancelled ? "cancelled" : "waiting"
  }
}
