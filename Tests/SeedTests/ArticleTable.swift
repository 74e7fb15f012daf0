import Foundation

/// The rows of all tables of an article.
struct ArticleTable {
  struct Row: Equatable {
    let name: String
    let says: String
  }

  let rows: [Row]

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // A line of dashes follows the header of a table.
    rows = zip(lines, lines.dropFirst() + [""])
      .filter { line, next in line.hasPrefix("| ") && !next.hasPrefix("|--") }
      .map { line, _ in
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        return Row(name: cells[0], says: cells[1])
      }
  }

  /// The rows that a table of promises does not prove: rows that it lacks, and rows that say "the same" if it lists
  /// only programs and no test for them.
  func unshown(in promises: [PromiseTable.Promise]) -> [String] {
    rows.filter { row in
      let shownBy = promises.filter { $0.text == row.name }.flatMap(\.shownBy)
      return row.says.contains("the same") ? shownBy.allSatisfy { $0.hasPrefix("`") } : shownBy.isEmpty
    }
    .map(\.name)
  }
}
