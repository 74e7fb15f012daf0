internal import PureduxRecording

/// How the stores of a tree are drawn.
public enum StoreDrawing: Sendable, Hashable, CaseIterable {
  /// Lines that show who stands below whom, for a terminal.
  case text
  /// A flowchart of Mermaid, for Markdown.
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

  /// Letters, digits and a few marks stay; everything else might be Mermaid or HTML.
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
