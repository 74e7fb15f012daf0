import Puredux

/// What is printed without a terminal: a line for each download, and another whenever that line would be a new one.
struct PlainReport {
  private var printed: [Identity: String] = [:]

  /// The lines to print after an update that tells these changes; nil where every download may have changed.
  ///
  /// The state may be ahead of the update. When all is over no update has to come after this one, so every download is
  /// looked at.
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
