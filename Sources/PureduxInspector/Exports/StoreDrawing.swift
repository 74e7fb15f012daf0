internal import PureduxRecording

/// A format for drawings of a store tree.
public enum StoreDrawing: Sendable, Hashable, CaseIterable {
  /// An indented tree, for a terminal.
  case text
  /// A Mermaid flowchart, for Markdown.
  case mermaid

  func text(of stores: [RecordedStore]) -> String {
    let lines = StoreOutline.lines(of: stores)
    return switch self {
    case .text: lines.map(Self.text).joined(separator: "\n")
    case .mermaid: (["flowchart TD"] + lines.map(Self.mermaid)).joined(separator: "\n")
    }
  }

  private static func text(_ line: StoreOutline.Line) -> String {
    let store = line.store
    let gone = store.isGone ? ", gone" : ""
    return line.prefix + PrintableText.of("\(store.title) (\(store.stateType ?? "?")\(gone))")
  }

  private static func mermaid(_ line: StoreOutline.Line) -> String {
    let store = line.store
    let gone = store.isGone ? "<br/>gone" : ""
    let box = "s\(store.id)[\"\(escaped(store.title))<br/>\(escaped(store.stateType ?? "?"))\(gone)\"]"
    return line.parent.map { "  s\($0) --> \(box)" } ?? "  \(box)"
  }

  /// Escapes all characters except letters, digits and a few symbols. The result contains no Mermaid or HTML syntax.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " .,_-:()".unicodeScalars.contains(scalar)
      {
        result.unicodeScalars.append(scalar)
      } else {
        result += "#\(scalar.value);"
      }
    }
    return result
  }
}

/// The stores of a tree from the root down, each with the line-drawing characters that precede it.
struct StoreOutline {
  struct Line {
    let store: RecordedStore
    /// The number of the parent store; nil if the outline does not contain the parent.
    let parent: UInt64?
    /// The line-drawing characters before the store, for example `│  └─ `.
    let prefix: String
  }

  /// The maximum number of indentation levels. Stores at deeper levels are not indented further.
  private static var deepestIndent: Int { 100 }

  private let children: [UInt64: [RecordedStore]]
  private var seen: Set<UInt64> = []
  private var lines: [Line] = []

  /// Lists each store once, even if a manually edited file contains a cycle of parents.
  static func lines(of stores: [RecordedStore]) -> [Line] {
    let known = Set(stores.map(\.id))
    let (below, roots) = (
      stores.filter { $0.parent.map(known.contains) == true }, stores.filter { $0.parent.map(known.contains) != true }
    )
    var outline = StoreOutline(children: Dictionary(grouping: below) { $0.parent ?? 0 })
    for root in roots + below { outline.add(root) }
    return outline.lines
  }

  private init(children: [UInt64: [RecordedStore]]) { self.children = children }

  /// Adds a store and its descendants. Iterates instead of recursing, because a tree may be arbitrarily deep.
  private mutating func add(_ root: RecordedStore) {
    var waiting = [(store: root, parent: UInt64?.none, prefix: "", indent: "")]
    while let next = waiting.popLast() {
      guard seen.insert(next.store.id).inserted else { continue }
      lines.append(Line(store: next.store, parent: next.parent, prefix: next.prefix))
      let below = (children[next.store.id] ?? []).filter { !seen.contains($0.id) }
      let isDeep = next.indent.count >= 3 * Self.deepestIndent
      for (index, child) in below.enumerated().reversed() {
        let isLast = index == below.count - 1
        waiting.append(
          (
            child, next.store.id, next.indent + (isLast ? "└─ " : "├─ "),
            isDeep ? next.indent : next.indent + (isLast ? "   " : "│  ")
          ))
      }
    }
  }
}
