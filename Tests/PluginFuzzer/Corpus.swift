import Foundation

enum Corpus {
  /// Returns the declarations of the scanner's tests.
  static func declarations() throws -> [[UInt8]] {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.appendingPathComponent("PureduxMacrosTests/Corpus/declarations.txt")
    return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n====\n").map { Array($0.utf8) }
  }
}
