import Foundation
import TestSupport

/// The output of a program that saved its state in a file while calls failed.
struct VictimStory {
  private let lines: [[String]]
  /// The number of the state that was in the file before; 0 for none.
  private let before: Int

  init(_ output: String, before: Int) {
    lines = output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    self.before = before
  }

  private func numbers(_ word: String) -> [Int] {
    lines.filter { $0.first == word }.compactMap { $0.last.flatMap { Int($0) } }
  }

  var savedCount: Int { numbers("saved").count }
  /// The state with which the program began; nil if it failed earlier.
  var began: Int? { numbers("began").first }

  /// A contradiction between the output and the state in the file; nil if there is none.
  func problem(after: Int, in folder: TemporaryFolder) -> String? {
    let told = lines.filter { $0.first == "told" }
    guard let began, numbers("saving").count == 10 else { return "it did not come to its end" }
    if began != before, told.isEmpty { return "it began with \(began), \(before) was saved, and nobody was told" }
    if began != before, began != 0 { return "it began with \(began), and \(before) was saved" }
    let wrong = ["damaged", "otherVersion", "notEncodable", "unsuitableFile", "missingFolder"]
    if let lie = told.first(where: { $0.contains("aside") || wrong.contains($0[1].filter(\.isLetter)) }) {
      return "it was told \(lie.joined(separator: " "))"
    }
    if let other = folder.files.first(where: { $0 != "state.json" && $0 != "state.json.new" }) {
      return "\(other) is there"
    }
    // The file may also contain a state that was being saved after the last success.
    let last = lines.lastIndex { $0.first == "saved" }
    let tried = lines[(last ?? 0)...].filter { $0.first == "saving" }.compactMap { $0.last.flatMap { Int($0) } }
    let possible = [last.flatMap { Int(lines[$0][1]) } ?? before] + tried
    return possible.contains(after) ? nil : "state \(after) is in the file, and one of \(possible) was expected"
  }
}

extension TemporaryFolder {
  /// The number of the state in the file; 0 for none, -1 if the state is incomplete.
  var savedNumber: Int {
    struct Saved: Decodable {
      let state: [String]
    }
    guard let data = try? Data(contentsOf: state) else { return 0 }
    guard let saved = try? JSONDecoder().decode(Saved.self, from: data).state, saved.count == 2,
      let number = Int(saved[0])
    else { return -1 }
    let text = String(repeating: Character(String(number % 10)), count: number * 7_919 % 100_000)
    return saved[1] == text ? number : -1
  }
}
