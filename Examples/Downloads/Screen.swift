import Foundation
import Puredux

/// Shows the downloads: as bars that are drawn over and over, or as a line for each thing that happened.
struct Screen {
  private let isInteractive: Bool
  private var shown: [String] = []

  init(isInteractive: Bool) { self.isInteractive = isInteractive }

  mutating func show(_ downloads: Downloads) {
    if isInteractive { draw(downloads) } else { tell(downloads) }
  }

  private mutating func draw(_ downloads: Downloads) {
    let bars = downloads.all.enumerated().map { "\($0 + 1)  \(bar($1))" }
    let lines = bars + ["1–9 cancel or start · a all · c none · q quit"]
    let up = shown.isEmpty ? "" : "\u{1B}[\(shown.count)A"
    Terminal.write(up + lines.map { "\u{1B}[2K\($0)\n" }.joined())
    shown = lines
  }

  private mutating func tell(_ downloads: Downloads) {
    let lines = downloads.all.map(line)
    for (index, line) in lines.enumerated() where !shown.indices.contains(index) || shown[index] != line {
      Terminal.write(line + "\n")
    }
    shown = lines
  }

  private func bar(_ download: Download) -> String {
    let full = Int((download.fraction ?? 0) * 30)
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: 30 - full)
    return "\(pad(download.name)) \(bar) \(status(download))"
  }

  /// Progress in quarters, so that a log stays short.
  private func line(_ download: Download) -> String {
    let quarter = download.job.isInProgress ? " \(Int((download.fraction ?? 0) * 4) * 25) %" : ""
    return "\(pad(download.name)) \(status(download))\(quarter)"
  }

  private func status(_ download: Download) -> String {
    switch download.job.status {
    case .idle: "waits"
    case .inProgress: "attempt \((download.job.currentAttempt ?? 0) + 1)"
    case .success: "done, \(download.received) bytes"
    case .failure: "failed: \(download.job.error?.text ?? "")"
    case .cancelled: "cancelled"
    }
  }

  private func pad(_ name: String) -> String { name.padding(toLength: 14, withPad: " ", startingAt: 0) }
}
