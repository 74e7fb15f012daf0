import Foundation

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
/// Stands for the tutorial in links of the front catalog, which docc cannot resolve, until the site is finished.
let tutorialMark = "https://tutorial.invalid"

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
    if path == "Examples/Tutorial/README.md" { return "[\(label)](\(tutorialMark))" }
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
