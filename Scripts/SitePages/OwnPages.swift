import Foundation

/// Adds a bar above each page, which docc does not provide, and the search.
func addHeader(to site: String, basePath: String) throws {
  let front = "\(basePath)/documentation/\(frontName.lowercased())/"
  let links = [
    ("\(basePath)\(address(of: learningPath[0]))", "Get started"), ("\(basePath)\(tutorial.path)/", "Tutorial"),
    ("\(front)documentation/", "Articles"),
    ("\(basePath)\(address(of: "Puredux/Which-API"))", "Which API?"), ("\(front)changelog/", "Changelog"),
  ]
  let header = """
    <style>.documentation-hero .background-icon { display: none !important }</style>\
    <template id="custom-header"><style>\
    nav { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 20px; padding: 8px 20px; white-space: nowrap; \
    font: 15px/1.4 system-ui, -apple-system, "Segoe UI", sans-serif; color: #f0f6fc; background: #1f2937 } \
    a { color: inherit; text-decoration: none } a:hover { text-decoration: underline } strong { font-size: 17px } \
    button { margin-left: auto; padding: 4px 14px; border: 1px solid #59636e; border-radius: 8px; color: #d1d9e0; \
    background: #111827; font: inherit; cursor: pointer } kbd { padding: 0 5px; border: 1px solid #59636e; border-radius: 4px; \
    font: 13px ui-monospace, monospace } span { display: flex; gap: 20px } @media (max-width: 735px) { \
    nav { padding: 6px 14px } span { order: 1; width: 100%; justify-content: space-between; gap: 8px; overflow-x: auto; scrollbar-width: none; font-size: 13px } \
    kbd { display: none } }</style><nav aria-label="This site"><strong><a href="\(basePath)/">Puredux</a></strong>\
    <span>\(links.map { "<a href=\"\($0.0)\">\($0.1)</a>" }.joined())</span>\
    <button type="button" data-search>Search <kbd>/</kbd></button></nav></template>
    """
  let head = """
    <link rel="stylesheet" href="\(basePath)/site.css">\
    <script src="\(basePath)/search.js" data-base="\(basePath)" defer></script>
    """
  let articles = try Page.all(of: site).filter { $0.kind == "Article" }.map { "\($0.url)index.html" }
  let sidebar = "<script src=\"\(basePath)/sidebar.js\" defer></script>"
  let pages = ["documentation", "tutorials"].flatMap { folder in
    files.enumerator(at: URL(fileURLWithPath: "\(site)/\(folder)"), includingPropertiesForKeys: nil)?.allObjects ?? []
  }
  for case let file as URL in pages where file.lastPathComponent == "index.html" {
    var page = try String(contentsOf: file, encoding: .utf8)
    guard let body = page.firstRange(of: #/<body[^>]*>/#), let headEnd = page.firstRange(of: "</head>") else {
      throw Failure(description: "\(file.path) has no body to put a header into")
    }
    page.insert(contentsOf: header, at: body.upperBound)
    // The code of a step is as wide as the window with its scroll bar.
    let clip = file.path.contains("/tutorials/") ? "<style>body { overflow-x: clip }</style>" : ""
    let isArticle = articles.contains { file.path.hasSuffix($0) }
    page.insert(contentsOf: head + clip + (isArticle ? sidebar : ""), at: headEnd.lowerBound)
    try page.write(to: file, atomically: true, encoding: .utf8)
  }
}

func escaped(_ text: some StringProtocol) -> String {
  String(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    .replacing("\"", with: "&quot;")
}

/// Swift code with marks for comments, strings and keywords.
func highlighted(_ code: String) -> String {
  let tokens =
    #/(?<comment>//.*)|(?<string>"(?:[^"\\]|\\.)*")|\b(?<word>case|enum|for|func|if|import|in|let|mutating|return|self|some|static|struct|switch|try|await|var|any|while|extension|guard|else)\b/#
  var html = ""
  var position = code.startIndex
  for match in code.matches(of: tokens) {
    html += escaped(code[position..<match.range.lowerBound])
    let mark = match.comment != nil ? "i" : match.string != nil ? "q" : "b"
    html += "<\(mark)>\(escaped(match.0))</\(mark)>"
    position = match.range.upperBound
  }
  return html + escaped(code[position...])
}

/// Tasks on the first page, and the articles about them. The search knows these words, too.
let tasks: [(page: String, title: String)] = [
  ("Puredux/CaseStudies", "Copy a small program"),
  ("PureduxBindings/SwiftUIAndUIKit#An-application", "Put the store into an app"),
  ("PureduxQuery/ServerState", "Fetch data and show it"),
  ("/case-studies/navigation/sheetform/", "Show a sheet with a form"),
  ("PureduxEffects/SideEffects", "Start, cancel and retry work"),
  ("PureduxEffects/Recipes#A-search-while-typing", "Search while a user types"),
  ("PureduxHistory/UndoAndRedo", "Undo and redo"),
  ("PureduxTesting/TestingAFeature#A-feature-with-an-effect", "Test a retry without waiting"),
  ("PureduxPersistence/SavingAndRestoring", "Keep a list in a file"),
  ("PureduxDerived/LargeLists", "Show 100,000 rows"),
  ("PureduxDependencies/Injection", "Share state between screens"),
  ("PureduxBindings/EditingText", "Edit text in a field"),
  ("PureduxInspector/FindingOutWhatHappened", "Find out why a state changed"),
  ("Puredux/Troubleshooting", "Understand an error report"),
  ("PureduxTesting/TestsThatFindBugs", "Let tests search for bugs"),
  ("PureduxReplica/OneStateInSeveralProcesses", "Share a document with a widget"),
  ("PureduxCore/QueuesAndThreads", "Choose where reducers run"),
  ("PureduxCore/ComingFromPuredux#Views-before-and-after", "Migrate a view of Puredux 2"),
]

/// Writes the first page, the page for missing addresses, the search, and pages at former addresses.
func writeOwnPages(to site: String, basePath: String) throws {
  func list(_ pages: [(page: String, title: String?)], from prefix: String) throws -> String {
    try pages.map {
      "<li><a href=\"\(prefix)\(address(of: $0.page))\">\(escaped(try $0.title ?? title(of: $0.page)))</a></li>"
    }
    .joined(separator: "\n")
  }
  let code = try withoutComments(read("README.md")).matches(of: #/```swift\n([\s\S]*?)\n```/#).map { String($0.1) }
  guard code.count >= 3 else { throw Failure(description: "README.md has no feature, view and test") }
  let modules = try Catalog.all().map(\.module).filter { $0 != "PureduxCompatibility" && $0 != "PureduxDifference" }
  let core = "PureduxCore"
  let values = [
    "base": basePath, "file-note": basePath.isEmpty ? "" : "   # for a site that was built without --base-path",
    "install": highlighted(
      """
      dependencies: [.package(path: "../Puredux")],
      targets: [
        .target(name: "MyApp", dependencies: [.product(name: "Puredux", package: "Puredux")])
      ]
      """),
    "code 1": highlighted(code[0]), "code 2": highlighted(code[1]), "code 3": highlighted(code[2]),
    "path": try list(learningPath.map { ($0, nil) }, from: "."),
    "modules": try list(modules.map { ($0, nil) }, from: "."),
    "elsewhere": try list(
      ["FromPuredux", "FromSwiftDux", "FromTCA", "FromRedux"].map { ("\(core)/Coming\($0)", nil) }, from: "."),
    "decide": try list(
      [
        ("\(frontName)#How-it-compares", "How it compares"), ("Puredux/Which-API", nil), ("\(core)/Performance", nil),
        ("\(core)/PerformanceFigures", nil), ("\(core)/Platforms", nil),
        ("\(core)/HowToLeave", nil),
      ], from: "."),
    "tasks": try list(tasks.map { ($0.page, $0.title) }, from: "."),
  ]
  for name in ["index.html", "404.html"] {
    var page = try read("Scripts/Site/\(name)")
    for (key, value) in values { page.replace("{\(key)}", with: value) }
    try write(page, to: "\(site)/\(name)")
  }
  for name in ["site.css", "search.js", "sidebar.js", "theme-settings.json", "favicon.svg"] {
    try copy("Scripts/Site/\(name)", to: "\(site)/\(name)")
  }
  try copy("Documentation/Images/flow.svg", to: "\(site)/flow.svg")
  for (former, page) in formerAddresses {
    let target = "\(basePath)\(address(of: page))"
    let text = """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>Moved</title>\
      <meta http-equiv="refresh" content="0; url=\(target)"><link rel="canonical" href="\(target)">\
      <p>This page is now at <a href="\(target)">\(target)</a>.</p></html>

      """
    try write(text, to: "\(site)/documentation/\(former)/index.html")
  }
}
