import Foundation

/// Questions in the words of those who do not know the page yet: a page is the answer to all words of a phrase. A phrase
/// with `@` has to be the whole question.
let synonyms: [(page: String, phrases: [String])] = [
  (
    "PureduxEffects/Recipes", ["debounce", "throttle", "pagination", "infinite scroll", "search type", "search typing"]
  ),
  ("PureduxDerived/LargeLists", ["swiftui large list", "large list", "long list", "100,000 rows", "slow list"]),
  (
    "PureduxDependencies/Injection",
    ["share store", "share state", "shared state", "global store", "singleton", "EnvironmentObject", "mock"]
  ),
  ("PureduxTesting/TestingAFeature", ["virtual time", "unit test", "test clock", "mock"]),
  ("/tutorials/issuelist/", ["tutorial", "sample app", "example app"]),
  ("/tutorials/tutorial/chapter3/", ["sheet form", "form sheet", "edit form", "sheet", "fullScreenCover"]),
  ("/tutorials/tutorial/chapter6/", ["@main", "WindowGroup", "demo server"]),
  ("/case-studies/navigation/sheetform/", ["sheet", "sheet form", "edit copy", "fullScreenCover", "modal"]),
  (
    "PureduxInspector/FindingOutWhatHappened",
    [
      "why state change", "debug state", "time travel", "log actions", "debugger", "who sent", "who dispatched",
      "cause action",
    ]
  ),
  ("PureduxPersistence/SavingAndRestoring", ["scenePhase", "background", "UserDefaults", "persist state"]),
  ("PureduxQuery/ServerState", ["URLSession", "http", "rest api", "cache", "fetch list"]),
  (
    "PureduxChildren/NavigationAndFeatures",
    ["NavigationStack", "navigation", "deep link", "tabs", "sheet", "fullScreenCover", "modal"]
  ),
  (
    "PureduxBindings/SwiftUIAndUIKit",
    ["@main", "WindowGroup", "scenePhase", "app lifecycle", "ObservedObject", "StateObject", "@Bindable"]
  ),
  (
    "PureduxBindings/EditingText",
    ["Bindable", "@Bindable", "binding element", "edit element", "text field row", "edit row"]
  ),
]
/// Records for maintainers, which answer no question of users.
private let records: Set = [address(of: "Puredux/OneForm")]
/// The articles whose tables have the old names in their first columns, in the order in which they are found.
private let migrations = ["FromPuredux", "FromSwiftDux", "FromTCA", "FromRedux"].map { "PureduxCore/Coming\($0)" }

/// The words of all pages, each once, so that a page lists only their positions.
private struct Vocabulary {
  private var positions: [String: Int] = [:]
  private(set) var words: [String] = []

  mutating func positions(of text: some Sequence<String>) -> [Int] {
    let found = text.joined(separator: " ").lowercased().matches(of: #/[\p{L}\p{N}]{3,24}/#).map { String($0.0) }
    return Set(found).sorted().map { word in
      if let position = positions[word] { return position }
      positions[word] = words.count
      words.append(word)
      return words.count - 1
    }
  }
}

/// The names in the first columns of an article's tables, unless they are current names as well.
private func oldNames(in article: String, current: Set<String>) throws -> [String] {
  let parts = article.split(separator: "/")
  let text = try read("Sources/\(parts[0])/\(parts[0]).docc/\(parts[1]).md")
  var names: Set<String> = []
  for row in text.matches(of: #/(?m)^\| ([^|]+) \|/#) {
    for code in row.1.matches(of: #/`([^`]+)`/#) {
      for name in code.1.matches(of: #/[A-Za-z]\w+/#).map({ String($0.0) }) {
        let hasInnerCapital = name.dropFirst().contains(where: \.isUppercase)
        if hasInnerCapital, !current.contains(name.lowercased()) { names.insert(name) }
      }
    }
  }
  return names.sorted()
}

/// Writes the index that the search of the site loads: the words of all pages, and a row for each module, article, symbol,
/// chapter and case study.
func writeSearchIndex(of site: String) throws {
  var vocabulary = Vocabulary()
  var rows: [[Any]] = []
  let pages = try Page.all(of: site)
  let current = Set(
    pages.filter { $0.isSymbol && !$0.isDeprecated && !$0.isLegacy }
      .map { String($0.title.lowercased().prefix { $0 != "(" }) })
  let old = try migrations.map { (url: address(of: $0), names: try oldNames(in: $0, current: current)) }

  func phrases(for url: String) -> String {
    (synonyms.filter { address(of: $0.page) == url }.flatMap(\.phrases)
      + old.filter { $0.url == url }.flatMap(\.names)).joined(separator: "\n")
  }
  func row(_ section: PageSection) -> [Any] {
    [section.heading.replacing("`", with: ""), section.anchor, section.excerpt, vocabulary.positions(of: section.text)]
  }
  for page in pages where !page.title.isEmpty && !page.isListOfInheritedMembers {
    let about = tasks.filter { address(of: $0.page).split(separator: "#")[0] == page.url }.map(\.title)
    rows.append([
      page.title, records.contains(page.url) ? "For maintainers" : page.kind, page.module, page.url,
      page.parents.joined(separator: "."), page.summary, page.isSymbol ? [] : page.contentSections.map(row),
      about.joined(separator: " "), phrases(for: page.url),
      page.isDeprecated ? "deprecated" : page.isLegacy ? "legacy" : "",
    ])
  }
  for page in try TutorialPage.all(of: site) {
    rows.append([
      page.title, "Tutorial", "", page.url, "", page.summary, page.contentSections.map(row), "", phrases(for: page.url),
      "",
    ])
  }
  for study in try CaseStudy.all() {
    rows.append([
      study.file, "Case study", "", study.url, "", study.idea.prefix(1).uppercased() + study.idea.dropFirst(),
      [row(PageSection(heading: "", anchor: "", text: [study.code]))], "", phrases(for: study.url), "",
    ])
  }
  let index: [String: Any] = ["words": vocabulary.words.joined(separator: " "), "pages": rows]
  try JSONSerialization.data(withJSONObject: index, options: .withoutEscapingSlashes)
    .write(to: URL(fileURLWithPath: "\(site)/search-index.json"))
  print("site-pages: the search index has \(rows.count) pages")
}
