/// The lines of an answer, cut into parts of at most 5,000 tokens.
struct AnswerText {
  /// Characters of the JSON that carries one part: four make a token, about.
  static let longestPart = 19_000
  private static let longestLine = 4000

  private(set) var lines: [String] = []

  init(_ lines: [String] = []) { self.lines = lines }

  mutating func add(_ line: String) { lines.append(line) }

  mutating func add(_ title: String, _ lines: [String]) {
    guard !lines.isEmpty else { return }
    self.lines.append(title)
    self.lines += lines.map { "  " + $0 }
  }

  /// One part, with a line at its end that tells how to ask for the next; nil for a part that is not there.
  func part(_ number: Int) -> String? {
    var parts: [[String]] = [[]]
    var length = 0
    for line in lines.map(Self.shortened) {
      let size = Self.size(of: line)
      if length + size > Self.longestPart {
        parts.append([])
        length = 0
      }
      parts[parts.count - 1].append(line)
      length += size
    }
    guard parts.indices.contains(number - 1) else { return nil }
    let text = parts[number - 1].joined(separator: "\n")
    return number < parts.count ? text + "\n(part \(number) of \(parts.count); for the next: part \(number + 1))" : text
  }

  /// How many of these lines one part takes, with room for a last one.
  static func fitting(_ lines: [String]) -> Int {
    var length = 0
    for (index, line) in lines.enumerated() {
      length += size(of: shortened(line))
      if length > longestPart - 400 { return index }
    }
    return lines.count
  }

  static func shortened(_ line: String) -> String {
    guard line.utf8.count > longestLine else { return line }
    return line.prefix(longestLine / 2) + "… (\(line.count) characters)"
  }

  private static func size(of line: String) -> Int { JSON.string(line).bytes.count }
}
