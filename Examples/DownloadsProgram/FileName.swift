import ExampleTerminal

/// Makes file names from URLs.
enum FileName {
  private static let longest = 120

  /// A name that stays in its folder, is not hidden, is short enough, and is printable.
  static func safe(_ text: String) -> String {
    var name = String(text.cleanedForTerminal.map { "/\\:".contains($0) || $0 == "\u{FFFD}" ? "_" : $0 })
    while name.utf8.count > longest { name.removeLast() }
    if name.first == "." || name.first == "-" { name = "_" + name.dropFirst() }
    return name.allSatisfy(\.isWhitespace) ? "download" : name
  }

  /// The name with a number before its extension; the name itself for the number 1.
  static func numbered(_ name: String, _ number: Int) -> String {
    guard number > 1 else { return name }
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "\(name)-\(number)" }
    return "\(name[..<dot])-\(number)\(name[dot...])"
  }
}
