import Foundation

/// The articles that most people need, in this order: on the first page, and above the contents of each module.
let learningPath = [
  "PureduxCore/GettingStarted", "PureduxCore/TheStoreTree", "PureduxEffects/SideEffects",
  "PureduxBindings/SwiftUIAndUIKit", "PureduxChildren/NavigationAndFeatures", "PureduxQuery/ServerState",
  "PureduxPersistence/SavingAndRestoring", "PureduxTesting/TestingAFeature", "PureduxInspector/FindingOutWhatHappened",
]
/// The tutorial, which is above the learning path.
let tutorial = (path: "/tutorials/issuelist", title: "Tutorial: build an issue list")
/// Addresses that articles had, and the articles.
let formerAddresses = [
  "puredux/whichtotake": "Puredux/Which-API", "pureduxcore/howpureduxismade": "PureduxCore/Architecture",
  "pureduxinspector/scriptswayin": "PureduxInspector/JSON-Interface",
]

/// The address of an article, a module, or an anchor in one of them, without the base path. A path is an address already.
func address(of page: String) -> String {
  if page.hasPrefix("/") { return page }
  let parts = page.split(separator: "#", maxSplits: 1)
  return "/documentation/\(parts[0].lowercased())/" + (parts.count > 1 ? "#\(parts[1])" : "")
}

/// Makes links of the titles of other modules' articles and of the names of their types and members. docc resolves only links in the
/// same module, so articles write *Which API should I use?*, `TestStore`, and `Recording.causes(of:)`.
func linkAcrossModules(of site: String) throws {
  var pages = try Page.all(of: site)
  var articles: [String: Page] = [:]
  var types: [String: [Page]] = [:]
  for page in pages {
    if page.kind == "Article" { articles[page.title] = page }
    if page.kind == "Module" || page.isSymbol && page.parents.isEmpty && page.title.first?.isUppercase == true {
      types[page.title, default: []].append(page)
    } else if page.isSymbol, page.parents.count == 1 {
      types["\(page.parents[0]).\(page.title)", default: []].append(page)
    }
  }
  for index in pages.indices where !pages[index].isSymbol {
    var linked: [String: Page] = [:]
    let own = pages[index].url
    func link(_ part: Any) -> Any {
      if let parts = part as? [Any] { return parts.map(link) }
      guard var node = part as? [String: Any] else { return part }
      var target: Page?
      switch node["type"] as? String {
      case "emphasis":
        let words = (node["inlineContent"] as? [[String: Any]])?.compactMap { $0["text"] as? String } ?? []
        target = articles[words.joined()]
      case "codeVoice":
        let named = types[node["code"] as? String ?? ""] ?? []
        if named.count == 1 { target = named[0] }
      case "reference", "heading", "codeListing": return node
      default: break
      }
      if let target, target.url != own {
        linked[target.identifier] = target
        return ["type": "reference", "identifier": target.identifier, "isActive": true]
      }
      for (key, value) in node { node[key] = link(value) }
      return node
    }
    pages[index].content["primaryContentSections"] = link(pages[index].sections)
    guard !linked.isEmpty else { continue }
    var references = pages[index].references
    for (identifier, target) in linked where references[identifier] == nil {
      let isCode = target.isSymbol || target.kind == "Module"
      references[identifier] = [
        "type": "topic", "identifier": identifier, "title": target.title, "url": String(target.url.dropLast()),
        "kind": isCode ? "symbol" : "article", "role": isCode ? "symbol" : "article", "abstract": [] as [Any],
      ]
    }
    pages[index].content["references"] = references
    try pages[index].write()
  }
}

/// Lets links of the front catalog lead to the tutorial.
func linkTutorial(of site: String) throws {
  for var page in try Page.all(of: site) {
    var references = page.references
    guard let link = references[tutorialMark] else { continue }
    references[tutorialMark] = [
      "type": "topic", "identifier": tutorialMark, "title": link["title"] ?? tutorial.title, "url": tutorial.path,
      "kind": "article", "role": "article", "abstract": [] as [Any],
    ]
    page.content["references"] = references
    try page.write()
  }
}

/// The title of an article or of a page of the front catalog.
func title(of page: String) throws -> String {
  let parts = page.split(separator: "#")[0].split(separator: "/")
  if parts.count == 1 { return String(parts[0]) }
  return heading(of: try read("Sources/\(parts[0])/\(parts[0]).docc/\(parts[1]).md")).title
}

/// Puts the learning path above the contents of each module in the sidebar.
func addLearningPath(to site: String) throws {
  let file = URL(fileURLWithPath: "\(site)/index/index.json")
  guard
    var index = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any],
    var languages = index["interfaceLanguages"] as? [String: [[String: Any]]], var roots = languages["swift"]
  else { throw Failure(description: "\(file.path) is not a navigator's index") }
  var path: [[String: Any]] = [["type": "groupMarker", "title": "Learning path"]]
  path.append(["type": "overview", "title": tutorial.title, "path": tutorial.path])
  for (number, page) in learningPath.enumerated() {
    path.append([
      "type": "article", "title": "\(number + 1). \(try title(of: page))",
      "path": String(address(of: page).dropLast()),
    ])
  }
  func add(to nodes: [[String: Any]]) -> [[String: Any]] {
    nodes.map { node in
      var node = node
      let children = node["children"] as? [[String: Any]] ?? []
      let isTop = (node["path"] as? String)?.split(separator: "/").count == 2
      node["children"] = isTop ? path + children : add(to: children)
      return node
    }
  }
  roots = add(to: roots)
  languages["swift"] = roots
  index["interfaceLanguages"] = languages
  try JSONSerialization.data(withJSONObject: index, options: [.sortedKeys, .withoutEscapingSlashes]).write(to: file)
}
