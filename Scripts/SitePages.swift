// The pages of the site that are not in a catalog. `front` writes a catalog of the README and the pages that it leads to;
// `finish` mends what docc has written, and adds every article as Markdown, a list of them as llms.txt, and the page that
// opens first.
import Foundation

struct Failure: Error, CustomStringConvertible { let description: String }

let files = FileManager.default

func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

func write(_ text: String, to path: String) throws {
  try files.createDirectory(
    atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
  try text.write(toFile: path, atomically: true, encoding: .utf8)
}

func copy(_ path: String, to target: String) throws {
  try files.createDirectory(
    atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
  if files.fileExists(atPath: target) { try files.removeItem(atPath: target) }
  try files.copyItem(atPath: path, toPath: target)
}

/// The path of a link in a file of the repository, relative to the repository.
func resolve(_ link: String, in file: String) -> String {
  var parts = file.split(separator: "/").dropLast().map(String.init)
  for part in link.split(separator: "/") {
    if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(String(part)) }
  }
  return parts.joined(separator: "/")
}

/// A page of a repository without the parts that only its checks read.
func withoutComments(_ text: String) -> String {
  text.replacing(#/<!--[\s\S]*?-->\n?/#, with: "")
}

/// The first heading, and the first paragraph after it, in one line.
func heading(of text: String) -> (title: String, summary: String) {
  let parts = withoutComments(text).split(separator: "\n", omittingEmptySubsequences: false)
  let start = parts.firstIndex { $0.hasPrefix("# ") } ?? parts.startIndex
  let title = parts[start].drop { $0 == "#" || $0 == " " }.replacing("`", with: "")
  let paragraph = parts.dropFirst(start + 1).drop { $0.isEmpty || $0.hasPrefix("@") }.prefix { !$0.isEmpty }
  return (String(title), paragraph.joined(separator: " "))
}

/// A module, its catalog and the articles in it, the module's own page first.
struct Catalog {
  let module: String
  let folder: String
  let articles: [String]

  static func all() throws -> [Catalog] {
    try files.contentsOfDirectory(atPath: "Sources").sorted().compactMap { module in
      let folder = "Sources/\(module)/\(module).docc"
      guard files.fileExists(atPath: folder) else { return nil }
      let pages = try files.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }.sorted()
      let articles = pages.map { String($0.dropLast(3)) }.filter { $0 != module }
      return Catalog(module: module, folder: folder, articles: articles)
    }
  }

  func path(of page: String) -> String { "\(folder)/\(page).md" }
}

let frontName = "About"

/// The name of a page of the front catalog: `README.md` of a folder has the folder's name.
func pageName(of file: String) -> String {
  if file == "README.md" { return frontName }
  let parts = file.split(separator: "/")
  let name = parts.last == "README.md" ? parts[parts.count - 2] : parts.last!.split(separator: ".")[0]
  return name.capitalized
}

/// Writes the README and the pages that its links lead to, with links that docc resolves.
func writeFront(to folder: String) throws {
  let catalogs = try Catalog.all()
  var rest = ["README.md"]
  var names = ["README.md": frontName]

  /// docc's anchor of the heading that GitHub gives this one.
  func heading(at anchor: Substring, in file: String) throws -> String {
    for heading in try read(file).matches(of: #/(?m)^#+ (.+)$/#) {
      let words = heading.1.split(separator: " ")
      if words.joined(separator: "-").lowercased() == anchor { return words.joined(separator: "-") }
    }
    throw Failure(description: "\(file) has no heading for #\(anchor)")
  }

  func link(_ label: Substring, to target: Substring, in file: String) throws -> String {
    if target.hasPrefix("#") { return "[\(label)](doc:#\(try heading(at: target.dropFirst(), in: file)))" }
    if target.contains("://") || target.hasPrefix("mailto:") { return "[\(label)](\(target))" }
    let path = resolve(String(target), in: file)
    let parts = path.split(separator: "/")
    if let catalog = parts.firstIndex(where: { $0.hasSuffix(".docc") }), path.hasSuffix(".md") {
      let module = parts[catalog].dropLast(5)
      let page = parts.last!.dropLast(3)
      let name = page == module ? "\(module)" : "\(module)/\(page)"
      return "[\(label)](doc:/\(name))"
    }
    // A folder, or a file that is not a page, is not part of the site.
    guard path.hasSuffix(".md") || path == "LICENSE" else { return String(label) }
    if names[path] == nil {
      names[path] = pageName(of: path)
      rest.append(path)
    }
    return "[\(label)](doc:\(names[path]!))"
  }

  func picture(_ label: Substring, _ target: Substring, in file: String) throws -> String {
    let path = resolve(String(target), in: file)
    let name = (path as NSString).lastPathComponent
    let (base, kind) = ((name as NSString).deletingPathExtension, (name as NSString).pathExtension)
    try copy(path, to: "\(folder)/\(name)")
    for mark in ["-dark", "~dark"] {
      let dark = (path as NSString).deletingPathExtension + "\(mark).\(kind)"
      if files.fileExists(atPath: dark) { try copy(dark, to: "\(folder)/\(base)~dark.\(kind)") }
    }
    return "![\(label)](\(name))"
  }

  while let file = rest.popLast() {
    var text = withoutComments(try read(file))
    // docc chooses the dark picture by its name.
    text.replace(#/<picture>.*<img alt="([^"]*)" src="([^"]*)"></picture>/#) { "![\($0.1)](\($0.2))" }
    if file == "LICENSE" { text = "# License\n\nThe MIT license.\n\n```\n\(text)\n```\n" }
    var page = ""
    var inCode = false
    // Links may span two lines, so a page is rewritten in parts between code blocks.
    var prose = ""
    func endProse() throws {
      var rewritten = ""
      var position = prose.startIndex
      for match in prose.matches(of: #/(!?)\[([^\]]*)\]\(([^)\s]+)\)/#) {
        rewritten += prose[position..<match.range.lowerBound]
        rewritten +=
          match.1.isEmpty
          ? try link(match.2, to: match.3, in: file) : try picture(match.2, match.3, in: file)
        position = match.range.upperBound
      }
      page += rewritten + prose[position...]
      prose = ""
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if !inCode { try endProse() }
        inCode.toggle()
        page += line + "\n"
      } else if inCode {
        page += line + "\n"
      } else {
        prose += line + "\n"
      }
    }
    try endProse()
    // The modules in a table link to their pages.
    for catalog in catalogs {
      let target = "doc:/\(catalog.module)"
      page.replace("| `\(catalog.module)` |", with: "| [\(catalog.module)](\(target)) |")
    }
    if file == "README.md" {
      let end = page.firstIndex(of: "\n")!
      page.insert(contentsOf: "\n\n@Metadata {\n  @TechnologyRoot\n}", at: end)
    }
    try write(page, to: "\(folder)/\(names[file]!).md")
  }

  let path = "\(folder)/\(frontName).md"
  // Modules among the topics would hide their own contents in the navigator, so they are links of the text.
  var front = try read(path) + "\n## Modules\n\n@Links(visualStyle: list) {\n"
  for catalog in catalogs { front += "  - <doc:/\(catalog.module)>\n" }
  front += "}\n\n## Topics\n\n### This project\n\n"
  for name in names.values.sorted() where name != frontName { front += "- <doc:\(name)>\n" }
  try write(front, to: path)
}

/// An article as plain Markdown, without hidden code and without links that only docc resolves.
func plain(_ text: String, titles: [String: String]) -> String {
  var lines: [String] = []
  var inCode = false
  for line in withoutComments(text).split(separator: "\n", omittingEmptySubsequences: false) {
    if line.hasPrefix("```") { inCode.toggle() }
    if inCode {
      lines.append(String(line))
      continue
    }
    // A link to a symbol may have a suffix that distinguishes it from its overloads.
    var line = line.replacing(#/``([^`]+)``/#) { link in
      let symbol = link.1.replacing(#/\)-.*$/#, with: ")").split(separator: "/").last!
      return "`\(symbol)`"
    }
    line = line.replacing(#/<doc:#([^>]+)>/#) { match in
      "[\(match.1.replacing("-", with: " "))](#\(match.1.lowercased()))"
    }
    line = line.replacing(#/<doc:([^>#]+)(#[^>]*)?>/#) { match in
      "[\(titles[String(match.1)] ?? String(match.1))](\(match.1).md)"
    }
    lines.append(String(line))
  }
  return lines.joined(separator: "\n").replacing(#/\n{3,}/#, with: "\n\n")
}

/// Removes links to pages that docc does not write: the page of a module whose types another module extends.
func removeDeadParents(of site: String) throws {
  let data = URL(fileURLWithPath: "\(site)/data/documentation")
  guard let pages = files.enumerator(at: data, includingPropertiesForKeys: nil) else { return }
  for case let file as URL in pages where file.pathExtension == "json" {
    guard
      var page = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any],
      var hierarchy = page["hierarchy"] as? [String: Any], var paths = hierarchy["paths"] as? [[String]],
      var references = page["references"] as? [String: [String: Any]]
    else { continue }
    let dead = Set(paths.joined()).filter { parent in
      guard let url = references[parent]?["url"] as? String else { return false }
      return !files.fileExists(atPath: "\(site)\(url)/index.html")
    }
    guard !dead.isEmpty else { continue }
    for parent in dead { references[parent] = nil }
    paths = paths.map { path in path.filter { !dead.contains($0) } }
    hierarchy["paths"] = paths
    page["hierarchy"] = hierarchy
    page["references"] = references
    try JSONSerialization.data(withJSONObject: page).write(to: file)
  }
}

/// Adds a bar above each page with a link to the first page, which docc does not provide, and removes the picture
/// behind the title.
func addHeader(to site: String, basePath: String) throws {
  let front = "\(basePath)/documentation/\(frontName.lowercased())/"
  let header = """
    <style>.documentation-hero .background-icon { display: none !important }</style>\
    <template id="custom-header"><style>\
    nav { font: 14px/1 sans-serif; padding: 10px 20px; color: #fff; background: #1f2937 } \
    a { color: inherit; text-decoration: none; margin-right: 20px } a:hover { text-decoration: underline }\
    </style><nav aria-label="This site"><a href="\(front)">Puredux</a>\
    <a href="\(front)documentation/">Articles</a><a href="\(front)changelog/">Changelog</a></nav></template>
    """
  let pages = URL(fileURLWithPath: "\(site)/documentation")
  guard let pages = files.enumerator(at: pages, includingPropertiesForKeys: nil) else { return }
  for case let file as URL in pages where file.lastPathComponent == "index.html" {
    let page = try String(contentsOf: file, encoding: .utf8)
    guard let body = page.firstRange(of: #/<body[^>]*>/#) else {
      throw Failure(description: "\(file.path) has no body to put a header into")
    }
    let headed = page[..<body.upperBound] + header + page[body.upperBound...]
    try String(headed).write(to: file, atomically: true, encoding: .utf8)
  }
}

func writePlain(to site: String, basePath: String) throws {
  let catalogs = try Catalog.all()
  var titles: [String: String] = [:]
  for catalog in catalogs {
    for article in catalog.articles { titles[article] = heading(of: try read(catalog.path(of: article))).title }
  }
  let front = try read("README.md").replacing(#/!\[[^\]]*\]\([^)]*\)|<picture>.*</picture>/#, with: "")
  var list = "# Puredux\n\n> \(heading(of: front).summary)\n"
  func add(_ file: String, as name: String) throws {
    let text = plain(try read(file), titles: titles)
    try write(text, to: "\(site)/markdown/\(name).md")
    let (title, summary) = heading(of: text)
    list += "- [\(title)](markdown/\(name).md): \(summary)\n"
  }
  if files.fileExists(atPath: "Documentation/skill/SKILL.md") {
    list +=
      "\n## For agents\n\n- [How to use Puredux](markdown/SKILL.md): when to use what, ten mistakes and their reports\n"
    try write(plain(try read("Documentation/skill/SKILL.md"), titles: titles), to: "\(site)/markdown/SKILL.md")
  }
  for catalog in catalogs {
    list += "\n## \(catalog.module)\n\n"
    for page in [catalog.module] + catalog.articles {
      try add(catalog.path(of: page), as: "\(catalog.module)/\(page)")
    }
    for file in try files.contentsOfDirectory(atPath: catalog.folder) where !file.hasSuffix(".md") {
      try copy("\(catalog.folder)/\(file)", to: "\(site)/markdown/\(catalog.module)/\(file)")
    }
  }
  try write(list, to: "\(site)/llms.txt")
  // Uses relative paths, so that the page works in any folder of any server. Opened as a file, it explains why it does
  // not work: browsers do not let a page read adjacent files.
  let first = "documentation/\(frontName.lowercased())/"
  try write(
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <title>Puredux</title>
    <style>body { font: 17px/1.5 sans-serif; max-width: 40em; margin: 3em auto; padding: 0 1em }</style>
    <noscript><meta http-equiv="refresh" content="0; url=\(first)"></noscript>
    <script>if (location.protocol !== "file:") location.replace("\(first)")</script>
    </head>
    <body>
    <h1>Puredux</h1>
    <p><a href="\(first)">The documentation</a> needs a server, and any server of files will do. In this folder run</p>
    <pre>python3 -m http.server\(basePath.isEmpty ? "" : "   # for a site that was built without --base-path")</pre>
    <p>and open <a href="http://localhost:8000/">http://localhost:8000/</a>. The articles are here as Markdown too:
    <a href="llms.txt">a list of them</a>.</p>
    </body>
    </html>

    """, to: "\(site)/index.html")
  // The pages request this file, which changes nothing.
  try write("{}\n", to: "\(site)/theme-settings.json")
  // Some hosts omit folders that begin with an underscore, unless this file exists.
  try write("", to: "\(site)/.nojekyll")
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("front", 2): try writeFront(to: arguments[2])
case ("finish", 3):
  try removeDeadParents(of: arguments[2])
  try addHeader(to: arguments[2], basePath: arguments[3])
  try writePlain(to: arguments[2], basePath: arguments[3])
default: throw Failure(description: "usage: SitePages front CATALOG | finish SITE BASE-PATH")
}
