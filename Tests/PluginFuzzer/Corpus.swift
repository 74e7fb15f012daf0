import Foundation

enum Corpus {
  /// The declarations that the scanner's tests know.
  static func declarations() throws -> [[UInt8]] {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.appendingPathComponent("PureduxMacrosTests/Corpus/declarations.txt")
    return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n====\n").map { Array($0.utf8) }
  }
}
