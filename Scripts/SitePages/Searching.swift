import Foundation

/// Questions in the words of those who do not know the article yet: an article is the answer to all words of a phrase.
let synonyms: [(page: String, phrases: [String])] = [
  ("PureduxEffects/Recipes", ["debounce", "throttle", "pagination", "infinite scroll"]),
  ("PureduxDerived/LargeLists", ["swiftui large list", "large list", "long list", "100,000 rows", "slow list"]),
  ("PureduxDependencies/Injection", ["share store", "share state", "shared state", "global store", "singleton"]),
  ("PureduxTesting/TestingAFeature", ["virtual time", "unit test", "test clock", "mock"]),
  ("/tutorials/issuelist/", ["tutorial", "sample app", "example app"]),
  ("/tutorials/tutorial/chapter3/", ["sheet form", "form sheet", "edit form"]),
  ("PureduxInspector/FindingOutWhatHappened", ["why state change", "debug state", "time travel", "log actions"]),
  ("PureduxPersistence/SavingAndRestoring", ["scenePhase", "background", "UserDefaults", "persist state"]),
  ("PureduxQuery/ServerState", ["URLSession", "http", "rest api", "cache"]),
  ("PureduxChildren/NavigationAndFeatures", ["NavigationStack", "navigation", "deep link", "tabs"]),
]

/// Writes the index that the search of the site loads: a row for each module, article and symbol.
func writeSearchIndex(of site: String) throws {
  var rows: [[String]] = []
  func phrases(for url: String) -> String {
    synonyms.filter { address(of: $0.page) == url }.flatMap(\.phrases).joined(separator: "\n")
  }
  for page in try Page.all(of: site) where !page.title.isEmpty && !page.isListOfInheritedMembers {
    // Of an article, all words; of a symbol, those that are displayed.
    var words: [String] = []
    if !page.isSymbol {
      let text = page.text(of: page.sections).joined(separator: " ").lowercased()
      words = Set(text.matches(of: #/[\p{L}\p{N}]{3,24}/#).map { String($0.0) }).sorted()
    }
    let headings = page.isSymbol ? [] : page.headings(in: page.sections)
    let about = tasks.filter { address(of: $0.page).split(separator: "#")[0] == page.url }.map(\.title)
    rows.append([
      page.title, page.kind, page.module, page.url, page.parents.joined(separator: "."), page.summary,
      (headings + about).joined(separator: " "), words.joined(separator: " "), phrases(for: page.url),
      page.isDeprecated ? "deprecated" : "",
    ])
  }
  for page in try TutorialPage.all(of: site) {
    let text = page.text.joined(separator: " ").lowercased()
    let words = Set(text.matches(of: #/[\p{L}\p{N}]{3,24}/#).map { String($0.0) }).sorted()
    rows.append([
      page.title, "Tutorial", "", page.url, "", page.summary, page.headings.joined(separator: " "),
      words.joined(separator: " "), phrases(for: page.url), "",
    ])
  }
  for study in try CaseStudy.all() {
    let words = Set(study.code.lowercased().matches(of: #/[\p{L}\p{N}]{3,24}/#).map { String($0.0) }).sorted()
    rows.append([
      study.file, "Case study", "", study.url, "", study.idea.prefix(1).uppercased() + study.idea.dropFirst(), "",
      words.joined(separator: " "), "", "",
    ])
  }
  try JSONSerialization.data(withJSONObject: rows, options: .withoutEscapingSlashes)
    .write(to: URL(fileURLWithPath: "\(site)/search-index.json"))
  print("site-pages: the search index has \(rows.count) pages")
}
