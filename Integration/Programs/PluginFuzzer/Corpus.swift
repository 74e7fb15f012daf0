import Foundation

enum Corpus {
  /// Returns the declarations of the scanner's tests.
  static func declarations() throws -> [[UInt8]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.appendingPathComponent("../../../Tests/PureduxMacrosTests/Corpus/declarations.txt")
      .standardizedFileURL
    return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n====\n").map { Array($0.utf8) }
  }
}
