import Puredux

/// The output without a terminal: a line for each download, and another one whenever the line changes.
struct PlainReport {
  private var printed: [Identity: String] = [:]

  /// The lines to print after an update with these changes. If `changes` is nil, every download may have changed.
  ///
  /// The state may be newer than the update. After the last download, no further update may follow, so every download
  /// is checked.
  mutating func newLines(of downloads: Downloads, changes: [ElementChange<Identity>]?) -> [String] {
    guard let changes, !downloads.isOver else { return downloads.all.compactMap { newLine(of: $0) } }
    return changes.compactMap { change in downloads.all[id: change.id].flatMap { newLine(of: $0) } }
  }

  private mutating func newLine(of download: Download) -> String? {
    let line = DownloadsScreen.line(download)
    guard printed.updateValue(line, forKey: download.id) != line else { return nil }
    return line
  }
}
