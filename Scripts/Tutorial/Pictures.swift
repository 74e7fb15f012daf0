import Foundation

func escaped(_ text: some StringProtocol) -> String {
  String(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    .replacing("\"", with: "&quot;")
}

/// A picture of a terminal with this text.
func terminalPicture(_ transcript: String) -> String {
  var lines: [String] = []
  for line in transcript.split(separator: "\n", omittingEmptySubsequences: false) {
    // Long lines are wrapped, as in a terminal of 80 columns, but between words.
    var row: String?
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      if let full = row, full.count + 1 + word.count > 80 {
        lines.append(full)
        row = String(word)
      } else {
        row = row.map { $0 + " " + word } ?? String(word)
      }
    }
    lines.append(row ?? "")
  }
  while lines.last == "" { lines.removeLast() }
  let width = max(lines.map(\.count).max() ?? 0, 40) * 9 + 40
  let height = lines.count * 22 + 36
  var svg = """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
    <style>
    text { font: 15px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; fill: #d1d9e0 }
    .typed { fill: #7ee787 }
    .wrong { fill: #ff7b72 }
    </style>
    <rect width="\(width)" height="\(height)" rx="10" fill="#0d1117"/>
    <rect x="0.5" y="0.5" width="\(width - 1)" height="\(height - 1)" rx="9.5" fill="none" stroke="#3d444d"/>

    """
  for (index, line) in lines.enumerated() where !line.isEmpty {
    let isTyped = line.hasPrefix("$ ") || line.hasPrefix("> ")
    let kind = isTyped ? " class=\"typed\"" : line.contains("✘") ? " class=\"wrong\"" : ""
    svg += "<text\(kind) x=\"20\" y=\"\(index * 22 + 34)\" xml:space=\"preserve\">\(escaped(line))</text>\n"
  }
  return svg + "</svg>\n"
}

/// A drawing of a screen with these controls, one in each line: "text …", "button …", "field LABEL: TEXT", "progress".
/// Controls after "sheet" are on a sheet above the others.
func screenPicture(_ outline: String) -> String {
  var lines = outline.split(separator: "\n").map(String.init)
  let sheet = lines.lastIndex(of: "sheet")
  if let sheet { lines = Array(lines[(sheet + 1)...]) }
  let isPushed = lines.first == "pushed"
  if isPushed { lines.removeFirst() }
  let (width, row) = (360, 46)
  let top = sheet == nil ? 56 : 84
  let height = max(top + lines.count * row + 30, 300)
  var svg = """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
    <style>
    text { font: 17px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328 }
    .screen { fill: #ffffff; stroke: #afb8c1 }
    .back { fill: #d1d9e0; stroke: #afb8c1 }
    .field { fill: #f6f8fa; stroke: #d1d9e0 }
    .line { stroke: #d8dee4 }
    .button { fill: #0969da }
    .faint { fill: #59636e; font-size: 15px }
    .ring { fill: none; stroke: #59636e; stroke-width: 3; stroke-dasharray: 30 14 }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc }
      .screen { fill: #151b23; stroke: #3d444d }
      .back { fill: #010409; stroke: #3d444d }
      .field { fill: #212830; stroke: #3d444d }
      .line { stroke: #2f3742 }
      .button { fill: #58a6ff }
      .faint { fill: #9198a1 }
      .ring { stroke: #9198a1 }
    }
    </style>

    """
  if sheet == nil {
    svg += "<rect class=\"screen\" x=\"1\" y=\"1\" width=\"\(width - 2)\" height=\"\(height - 2)\" rx=\"24\"/>\n"
  } else {
    svg += "<rect class=\"back\" x=\"1\" y=\"1\" width=\"\(width - 2)\" height=\"\(height - 2)\" rx=\"24\"/>\n"
    let (right, bottom) = (width - 1, height - 1)
    svg +=
      "<path class=\"screen\" d=\"M1 \(bottom - 24)V58a18 18 0 0 1 18-18H\(right - 18)a18 18 0 0 1 18 18V\(bottom - 24)"
    svg += "a24 24 0 0 1-24 24H25a24 24 0 0 1-24-24Z\"/>\n"
  }
  if isPushed { svg += "<text class=\"button\" x=\"20\" y=\"36\">‹ Back</text>\n" }
  for (index, line) in lines.enumerated() {
    let y = top + index * row
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    let text = parts.count > 1 ? parts[1] : ""
    switch parts[0] {
    case "field":
      let field = text.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      let isEmpty = field.count < 2 || field[1].isEmpty
      svg += "<rect class=\"field\" x=\"18\" y=\"\(y)\" width=\"\(width - 36)\" height=\"36\" rx=\"9\"/>\n"
      let mark = isEmpty ? " class=\"faint\"" : ""
      svg += "<text\(mark) x=\"30\" y=\"\(y + 24)\">\(escaped(isEmpty ? field[0] : field[1]))</text>\n"
    case "progress": svg += "<circle class=\"ring\" cx=\"\(width / 2)\" cy=\"\(y + 18)\" r=\"11\"/>\n"
    default:
      let mark = parts[0] == "button" ? " class=\"button\"" : ""
      svg += "<text\(mark) x=\"20\" y=\"\(y + 24)\">\(escaped(text))</text>\n"
      svg += "<path class=\"line\" d=\"M18 \(y + 39)H\(width - 18)\"/>\n"
    }
  }
  return svg + "</svg>\n"
}
