/// The paths that the tools accept and print: names separated by slashes, for example `items/2/title`.
enum ValuePath {
  /// Escapes a name for use in a path: a slash becomes `~1`, and a tilde becomes `~0`.
  static func escaped(_ name: String) -> String {
    name.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
      .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
  }

  /// Converts the path of a difference, for example `items[2].title`, to names separated by slashes.
  static func slashed(_ path: String) -> String {
    var (rest, names): (Substring, [String]) = (path[...], [])
    while let first = rest.first {
      switch first {
      case ".": rest.removeFirst()
      case "[":
        rest.removeFirst()
        names.append(index(&rest))
      default:
        let name = rest.prefix { $0 != "." && $0 != "[" }
        names.append(String(name))
        rest = rest[name.endIndex...]
      }
    }
    return names.map(escaped).joined(separator: "/")
  }

  /// Parses what follows an opening bracket in a path: a number, a quoted string, or another key.
  private static func index(_ rest: inout Substring) -> String {
    if rest.first == "\"" {
      let text = quoted(&rest)
      if rest.first == "]" { rest.removeFirst() }
      return text
    }
    var (key, depth) = ("", 1)
    while let character = rest.popFirst() {
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      if depth == 0 { break }
      key.append(character)
    }
    return key.hasPrefix(".") ? String(key.dropFirst()) : key
  }

  /// Parses a quoted string in the format of `String.debugDescription`.
  private static func quoted(_ rest: inout Substring) -> String {
    var text = ""
    rest.removeFirst()
    while let character = rest.popFirst(), character != "\"" {
      guard character == "\\", let escape = rest.popFirst() else {
        text.append(character)
        continue
      }
      switch escape {
      case "n": text.append("\n")
      case "r": text.append("\r")
      case "t": text.append("\t")
      case "0": text.append("\0")
      case "u":
        let digits = rest.dropFirst().prefix { $0 != "}" }
        rest = rest[digits.endIndex...].dropFirst()
        if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) { text.unicodeScalars.append(scalar) }
      default: text.append(escape)
      }
    }
    return text
  }
}
