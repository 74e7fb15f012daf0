import Foundation

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

func writePlain(to site: String) throws {
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
  list += "\n## Tutorial\n\n"
  let tutorial = "Examples/Tutorial/Tutorial.docc"
  for file in try files.contentsOfDirectory(atPath: tutorial).sorted() where file.hasPrefix("Chapter") {
    let text = try plainChapter(read("\(tutorial)/\(file)"), in: tutorial)
    let name = "Tutorial/\(file.replacing(".tutorial", with: ".md"))"
    try write(text, to: "\(site)/markdown/\(name)")
    list += "- [\(heading(of: text).title)](markdown/\(name)): \(heading(of: text).summary)\n"
  }
  list += "\n## Case studies\n\n"
  for study in try CaseStudy.all() {
    let name = "CaseStudies/\(study.file.replacing(".swift", with: ".md"))"
    try write(study.markdown, to: "\(site)/markdown/\(name)")
    list += "- [\(study.file)](markdown/\(name)): \(study.idea)\n"
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
  // Some hosts omit folders that begin with an underscore, unless this file exists.
  try write("", to: "\(site)/.nojekyll")
}
