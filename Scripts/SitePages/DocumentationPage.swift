import Foundation

/// What search results say about pages that begin without a paragraph, by their addresses.
private let summaries = [
  "/documentation/about/changelog/": "What changed in each release.",
  "/documentation/about/contributing/": "How to build, test and change Puredux.",
  "/documentation/about/documentation/": "All articles, by what you want to do.",
  "/documentation/about/examples/": "Programs that are built with Puredux, and what each of them shows.",
]

/// The part of a page below a heading; the first part of a page has no heading.
struct PageSection {
  var heading: String
  var anchor: String
  /// The beginning of its first paragraph.
  var excerpt = ""
  var text: [String] = []
}

/// A page of docc's, as its JSON.
struct Page {
  let file: URL
  var content: [String: Any]

  static func all(of site: String) throws -> [Page] {
    let data = URL(fileURLWithPath: "\(site)/data/documentation")
    guard let pages = files.enumerator(at: data, includingPropertiesForKeys: nil) else { return [] }
    var found: [Page] = []
    for case let file as URL in pages where file.pathExtension == "json" {
      guard let page = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] else {
        continue
      }
      found.append(Page(file: file, content: page))
    }
    return found.sorted { $0.file.path < $1.file.path }
  }

  func write() throws {
    try JSONSerialization.data(withJSONObject: content, options: [.sortedKeys, .withoutEscapingSlashes]).write(to: file)
  }

  private var metadata: [String: Any] { content["metadata"] as? [String: Any] ?? [:] }
  var references: [String: [String: Any]] { content["references"] as? [String: [String: Any]] ?? [:] }
  var title: String { metadata["title"] as? String ?? "" }
  var identifier: String { (content["identifier"] as? [String: Any])?["url"] as? String ?? "" }
  var isSymbol: Bool { content["kind"] as? String == "symbol" && metadata["symbolKind"] as? String != "module" }

  /// The address, without the base path.
  var url: String {
    let parts = file.deletingPathExtension().pathComponents
    let data = parts.indices.dropLast().last { parts[$0] == "data" && parts[$0 + 1] == "documentation" }
    return "/" + parts[((data ?? -1) + 1)...].joined(separator: "/") + "/"
  }

  /// Whether docc has made the page of the members that a type has from protocols of another library.
  var isListOfInheritedMembers: Bool { !isSymbol && title.hasSuffix(" Implementations") }
  /// Whether the page is about a name of Puredux 1, Puredux 2 or SwiftDux.
  var isLegacy: Bool { isSymbol && module == "PureduxCompatibility" }
  var isDeprecated: Bool { content["deprecationSummary"] != nil }

  /// The kind, as it is displayed: "Structure", "Article"; "About" for a page about the project.
  var kind: String {
    if metadata["symbolKind"] as? String == "module" { return "Module" }
    if isSymbol { return metadata["roleHeading"] as? String ?? "Symbol" }
    return url.hasPrefix("/documentation/\(frontName.lowercased())/") ? "About" : "Article"
  }

  var module: String { (metadata["modules"] as? [[String: Any]])?.first?["name"] as? String ?? "" }

  /// The titles of the pages above this one, without the module.
  var parents: [String] {
    let paths = (content["hierarchy"] as? [String: Any])?["paths"] as? [[String]] ?? []
    return (paths.first ?? []).dropFirst().compactMap { references[$0]?["title"] as? String }
  }

  /// The abstract; without one, what an extended type is, or the first paragraph.
  var summary: String {
    let abstract = text(of: content["abstract"] ?? []).joined()
    guard abstract.isEmpty else { return abstract }
    if kind.hasPrefix("Extended") { return "What \(module) adds to \(title)." }
    return isSymbol ? "" : summaries[url] ?? firstParagraph(in: sections) ?? ""
  }

  var sections: Any { content["primaryContentSections"] ?? [] }

  /// The texts of a part of the page, in order.
  func text(of part: Any) -> [String] {
    if let parts = part as? [Any] { return parts.flatMap(text) }
    guard let node = part as? [String: Any] else { return [] }
    switch node["type"] as? String {
    case "text": return [node["text"] as? String ?? ""]
    case "codeVoice": return [node["code"] as? String ?? ""]
    case "codeListing": return node["code"] as? [String] ?? []
    case "reference": return [references[node["identifier"] as? String ?? ""]?["title"] as? String ?? ""]
    default: return (node["text"] as? String).map { [$0] } ?? node.keys.sorted().flatMap { text(of: node[$0]!) }
    }
  }

  private func firstParagraph(in part: Any) -> String? {
    if let parts = part as? [Any] { return parts.lazy.compactMap(firstParagraph).first }
    guard let node = part as? [String: Any] else { return nil }
    if node["type"] as? String == "paragraph" { return text(of: node["inlineContent"] ?? []).joined() }
    return node.keys.sorted().lazy.compactMap { firstParagraph(in: node[$0]!) }.first
  }

  /// The parts of an article. An overview belongs to the part before it.
  var contentSections: [PageSection] {
    var found = [PageSection(heading: "", anchor: "")]
    for section in sections as? [[String: Any]] ?? [] {
      for block in section["content"] as? [[String: Any]] ?? [] {
        let kind = block["type"] as? String
        if kind == "heading", let heading = block["text"] as? String, heading != "Overview" {
          found.append(PageSection(heading: heading, anchor: block["anchor"] as? String ?? ""))
        } else if kind != "heading" {
          let text = text(of: block)
          if kind == "paragraph", found[found.count - 1].excerpt.isEmpty {
            found[found.count - 1].excerpt = beginning(of: text.joined())
          }
          found[found.count - 1].text += text
        }
      }
    }
    return found
  }
}

/// The first words of a paragraph, about a line and a half.
func beginning(of paragraph: String) -> String {
  let words = paragraph.split(whereSeparator: \.isWhitespace)
  var text = ""
  for word in words {
    if text.count + word.count > 130 { return text + " …" }
    text += (text.isEmpty ? "" : " ") + word
  }
  return text
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

/// A page of the tutorial, as docc's JSON.
struct TutorialPage {
  let url: String
  private let content: [String: Any]

  static func all(of site: String) throws -> [TutorialPage] {
    let data = URL(fileURLWithPath: "\(site)/data/tutorials")
    guard let pages = files.enumerator(at: data, includingPropertiesForKeys: nil) else { return [] }
    return try pages.compactMap { $0 as? URL }.filter { $0.pathExtension == "json" }.compactMap { file in
      guard let content = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] else {
        return nil
      }
      let parts = file.deletingPathExtension().pathComponents
      let url = "/" + parts[(parts.lastIndex(of: "tutorials") ?? 0)...].joined(separator: "/") + "/"
      return TutorialPage(url: url, content: content)
    }
    .sorted { $0.url < $1.url }
  }

  private var sections: [[String: Any]] { content["sections"] as? [[String: Any]] ?? [] }
  private var hero: [String: Any] { sections.first ?? [:] }
  var title: String { hero["title"] as? String ?? "" }
  var summary: String { Self.texts(of: hero["content"] ?? []).joined(separator: " ") }

  /// The introduction, and the sections of a chapter with the code of their steps, or the chapters.
  var contentSections: [PageSection] {
    let parts = sections.flatMap { ($0["tasks"] ?? $0["chapters"]) as? [[String: Any]] ?? [] }.map { part in
      let text = Self.texts(of: part)
      return PageSection(
        heading: (part["title"] ?? part["name"]) as? String ?? "", anchor: part["anchor"] as? String ?? "",
        excerpt: beginning(of: Self.texts(of: part["contentSection"] ?? []).joined(separator: " ")),
        text: text + code(of: part["stepsSection"] ?? []))
    }
    return [PageSection(heading: "", anchor: "", text: Self.texts(of: hero))] + parts
  }

  private func code(of steps: Any) -> [String] {
    let references = content["references"] as? [String: [String: Any]] ?? [:]
    return (steps as? [[String: Any]] ?? []).flatMap { step in
      references[step["code"] as? String ?? ""]?["content"] as? [String] ?? []
    }
  }

  private static func texts(of part: Any) -> [String] {
    if let parts = part as? [Any] { return parts.flatMap(texts) }
    guard let node = part as? [String: Any] else { return [] }
    switch node["type"] as? String {
    case "text": return [node["text"] as? String ?? ""]
    case "codeVoice": return [node["code"] as? String ?? ""]
    case "paragraph": return [texts(of: node["inlineContent"] ?? []).joined()]
    default: return node.keys.sorted().flatMap { texts(of: node[$0]!) }
    }
  }
}
