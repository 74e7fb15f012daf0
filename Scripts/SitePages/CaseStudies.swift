import Foundation

/// A file of the case studies, as a page of its own.
struct CaseStudy {
  /// For example, `Effects/Timers.swift`.
  let file: String
  let idea: String
  /// The code to copy, without `run`.
  let code: String
  /// The extension of `Study`, which runs the feature in a terminal.
  let run: String?
  let test: String?

  static let article = "Puredux/CaseStudies"

  /// The files in the tables of the article.
  static func all() throws -> [CaseStudy] {
    let studies = "Examples/CaseStudies"
    let article = try read("Sources/Puredux/Puredux.docc/CaseStudies.md")
    return try article.matches(of: #/(?m)^\| `([^`]+\.swift)` \| (.+) \|$/#).map { row in
      let test = "\(studies)/Tests/StudyTests/\(row.1.dropLast(".swift".count))Tests.swift"
      let code = try read("\(studies)/Sources/Studies/\(row.1)")
      let run = code.firstRange(of: "\nextension Study {")
      return CaseStudy(
        file: String(row.1), idea: String(row.2),
        code: String(code[..<(run?.lowerBound ?? code.endIndex)]),
        run: run.map { String(code[$0.lowerBound...].dropFirst()) },
        test: files.fileExists(atPath: test) ? try read(test) : nil)
    }
  }

  /// The address, without the base path.
  var url: String { "/case-studies/\(file.dropLast(".swift".count).lowercased())/" }
}

/// Writes a page for each case study, and lets the names of the files in the article lead to it.
func publishCaseStudies(to site: String, basePath: String) throws {
  let studies = try CaseStudy.all()
  guard !studies.isEmpty else { throw Failure(description: "the article has no case studies") }
  let frame = try read("Scripts/Site/study.html")
  for study in studies {
    let values = [
      "base": basePath, "file": escaped(study.file), "article": address(of: CaseStudy.article),
      "idea": highlightedNames(study.idea), "code": highlighted(study.code),
      "run": study.run.map { run in
        "<h2>Its run in a terminal</h2>\n<p class=\"lead\">Leave this part out of a copy.</p>\n"
          + "<pre><code>\(highlighted(run))</code></pre>"
      } ?? "",
      "test": study.test.map { "<h2>Its test</h2>\n<pre><code>\(highlighted($0))</code></pre>" } ?? "",
    ]
    var page = frame
    for (key, value) in values { page.replace("{\(key)}", with: value) }
    try write(page, to: "\(site)\(study.url)index.html")
  }

  let named = Dictionary(uniqueKeysWithValues: studies.map { ($0.file, $0) })
  for var page in try Page.all(of: site) where page.url == address(of: CaseStudy.article) {
    var references = page.references
    func link(_ part: Any) -> Any {
      if let parts = part as? [Any] { return parts.map(link) }
      guard var node = part as? [String: Any] else { return part }
      if node["type"] as? String == "codeVoice", let study = named[node["code"] as? String ?? ""] {
        // The page is not docc's, so the link has the base path, which docc adds to its own links.
        references[study.url] = [
          "type": "link", "identifier": study.url, "title": study.file, "titleInlineContent": [node],
          "url": basePath + study.url,
        ]
        return ["type": "reference", "identifier": study.url, "isActive": true]
      }
      for (key, value) in node { node[key] = link(value) }
      return node
    }
    page.content["primaryContentSections"] = link(page.sections)
    page.content["references"] = references
    try page.write()
  }
}

/// Text with names between backticks.
func highlightedNames(_ text: String) -> String {
  escaped(text.prefix(1).uppercased() + text.dropFirst()).replacing(#/`([^`]+)`/#) { "<code>\($0.1)</code>" } + "."
}
