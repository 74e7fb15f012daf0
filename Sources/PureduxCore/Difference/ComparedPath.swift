/// The path of a part from the outermost value, for example `user.name` or `items[2]`.
///
/// Very deep parts share the path to the last depth that is written, followed by an ellipsis.
struct ComparedPath {
  private static let greatestDepth = 256

  private(set) var text = ""
  private(set) var depth = 0

  /// The path of a part: `.0` of a tuple is written `0`, as in code.
  func appending(part: String?) -> ComparedPath {
    let name = part.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
    return deeper { text in name.map { text.isEmpty ? $0 : "\(text).\($0)" } ?? text }
  }

  /// The path of an element.
  func appending(index: some CustomStringConvertible) -> ComparedPath { deeper { "\($0)[\(index)]" } }

  private func deeper(_ append: (String) -> String) -> ComparedPath {
    var path = self
    path.depth += 1
    if depth < Self.greatestDepth { path.text = append(text) }
    if depth == Self.greatestDepth { path.text += ".…" }
    return path
  }
}
