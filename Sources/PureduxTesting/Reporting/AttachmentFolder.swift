internal import Foundation

/// The folder for the files of failed tests, if the environment names one.
enum AttachmentFolder {
  static let variable = "PUREDUX_ATTACHMENTS"

  /// Writes a file whose name begins with the position of the failure. A failure to write goes to standard error: the
  /// test has failed already, for another reason.
  static func write(
    _ bytes: [UInt8], _ name: String, _ position: SourcePosition,
    folder: String? = ProcessInfo.processInfo.environment[variable]
  ) {
    guard let folder, !folder.isEmpty else { return }
    let place = "\(position.fileID)-\(position.line)-\(name)".map { character in
      character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character)) ? character : "-"
    }
    let directory = URL(fileURLWithPath: folder)
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try Data(bytes).write(to: directory.appendingPathComponent(String(place)), options: .atomic)
    } catch {
      let text = "Puredux: \(name) of a failed test could not be written into \(folder): \(error)\n"
      FileHandle.standardError.write(Data(text.utf8))
    }
  }
}
