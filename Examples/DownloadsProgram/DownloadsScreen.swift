import ExampleTerminal
import Puredux

/// Shows the downloads: as bars on the screen, or as a line for each change.
enum DownloadsScreen {
  private static let nameWidth = 14
  private static let barWidth = 30

  /// The rows of a terminal of this size.
  static func rows(_ downloads: Downloads, _ size: TerminalSize) -> [ScreenRow] {
    let bars = downloads.all.enumerated().map { index, download in
      ScreenRow(index < 9 ? "\(index + 1)  " : "   ", .dim) + bar(download)
    }
    let keys = ScreenRow("1–9 cancel or start · a all · c none · q quit", .dim)
    let room = max(0, size.rows - 2)
    guard bars.count > room else { return bars + [.empty, keys] }
    return bars.prefix(max(0, room - 1)) + [ScreenRow("   and \(bars.count - room + 1) more", .dim), .empty, keys]
  }

  /// A line for each download.
  static func lines(_ downloads: Downloads) -> [String] {
    downloads.all.map { download in
      let quarter = download.job.isInProgress ? download.fraction.map { " \(Int($0 * 4) * 25) %" } ?? "" : ""
      return "\(download.name.column(cells: nameWidth)) \(status(download))\(quarter)"
    }
  }

  private static func bar(_ download: Download) -> ScreenRow {
    let full = Int((download.fraction ?? 0) * Double(barWidth))
    return ScreenRow(download.name.column(cells: nameWidth) + " ")
      + ScreenRow(String(repeating: "█", count: full), style(download))
      + ScreenRow(String(repeating: "░", count: barWidth - full), .dim)
      + ScreenRow(" " + status(download), style(download))
  }

  private static func style(_ download: Download) -> Style {
    switch download.job.status {
    case .idle, .cancelled: .dim
    case .inProgress: (download.job.currentAttempt ?? 0) == 0 ? .cyan : .yellow
    case .success: .green
    case .failure: .red
    }
  }

  private static func status(_ download: Download) -> String {
    switch download.job.status {
    case .idle: "waits"
    case .inProgress: "attempt \((download.job.currentAttempt ?? 0) + 1)"
    case .success: "done, \(download.progress.received) bytes" + (download.savedAs.map { ", \($0)" } ?? "")
    case .failure: "failed: \(download.job.error?.text ?? "")"
    case .cancelled: "cancelled"
    }
  }
}
