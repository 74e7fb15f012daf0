import Foundation

/// What is said of one declaration of the corpus: by the full Swift parser, when `Scripts/record-scanner-corpus`
/// compiles this beside its own program, and by the scanner, when the tests run.
struct Verdict: Codable, Equatable {
  var refused: String?
  var name: String?
  var type: String?
  var initialValue: String?
  var attributes: [String]?
  var modifiers: [String]?

  /// The declarations that the text of the corpus holds.
  static func declarations(in corpus: String) -> [String] {
    corpus.dropLast().components(separatedBy: "\n====\n")
  }
}
