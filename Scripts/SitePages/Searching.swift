import Foundation

/// Writes the index that the search of the site loads: a row for each module, article and symbol.
func writeSearchIndex(of site: String) throws {
  var rows: [[String]] = []
  for page in try Page.all(of: site) where !page.title.isEmpty {
    // Of an article, all words; of a symbol, those that are displayed.
    var words: [String] = []
    if !page.isSymbol {
      let text = page.text(of: page.sections).joined(separator: " ").lowercased()
      words = Set(text.matches(of: #/[\p{L}\p{N}]{3,24}/#).map { String($0.0) }).sorted()
    }
    let headings = page.isSymbol ? [] : page.headings(in: page.sections)
    let about = tasks.filter { address(of: $0.page) == page.url }.map(\.title)
    rows.append([
      page.title, page.kind, page.module, page.url, page.parents.joined(separator: "."), page.summary,
      (headings + about).joined(separator: " "), words.joined(separator: " "),
    ])
  }
  for page in try TutorialPage.all(of: site) {
    let text = page.text.joined(separator: " ").lowercased()
    let words = Set(text.matches(of: #/[\p{L}\p{N}]{3,24}/#).map { String($0.0) }).sorted()
    rows.append([
      page.title, "Tutorial", "", page.url, "", page.summary, page.headings.joined(separator: " "),
      words.joined(separator: " "),
    ])
  }
  try JSONSerialization.data(withJSONObject: rows, options: .withoutEscapingSlashes)
    .write(to: URL(fileURLWithPath: "\(site)/search-index.json"))
  print("site-pages: the search index has \(rows.count) pages")
}
