import Foundation

/// The result for one declaration of the corpus: from the full Swift parser, when `Scripts/record-scanner-corpus`
/// compiles this file with its own program, and from the scanner, when the tests run.
struct Verdict: Codable, Equatable {
  var refused: String?
  var name: String?
  var type: String?
  var initialValue: String?
  var attributes: [String]?
  var modifiers: [String]?

  /// The declarations in the text of the corpus.
  static func declarations(in corpus: String) -> [String] {
    corpus.dropLast().components(separatedBy: "\n====\n")
  }
}
