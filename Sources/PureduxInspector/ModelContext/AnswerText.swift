internal import Foundation
internal import PureduxRecording

/// The lines of a response, split into parts of at most about 5,000 tokens.
struct AnswerText {
  /// The maximum number of JSON characters in a part. A token is about four characters long.
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

  /// Returns a part of the response, or nil if the part does not exist. If another part follows, the last line
  /// announces that part.
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

  /// Returns the number of leading lines that fit into a part, leaving room for a final line.
  static func fitting(_ lines: [String]) -> Int {
    var length = 0
    for (index, line) in lines.enumerated() {
      length += size(of: shortened(line))
      if length > longestPart - 400 { return index }
    }
    return lines.count
  }

  /// Returns a line of which several fit into a part, however large `line` is, and however its characters are encoded.
  static func shortened(_ line: String) -> String {
    guard line.utf8.count > longestLine || size(of: line) > longestLine else { return line }
    return PrintableText.prefix(of: line[...], bytes: longestLine / 2) + "… (\(line.utf8.count) bytes)"
  }

  private static func size(of line: String) -> Int { JSON.string(line).bytes.count }
}

/// Splits bytes that arrive in chunks into lines. Overlong lines are dropped instead of being buffered in full.
struct ContextLines {
  enum Line: Equatable {
    case whole([UInt8])
    case tooLong
  }

  private let longest: Int
  private var line: [UInt8] = []
  private var isDropping = false

  init(longest: Int) { self.longest = longest }

  mutating func take(_ data: Data) -> [Line] {
    var lines: [Line] = []
    var rest = data[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      append(rest[..<end])
      if let line = next() { lines.append(line) }
      rest = rest[(end + 1)...]
    }
    append(rest)
    return lines
  }

  /// The last line of the input, if the input does not end with a line feed.
  var rest: Line? {
    mutating get { next() }
  }

  private mutating func append(_ bytes: Data) {
    guard !isDropping else { return }
    guard line.count + bytes.count <= longest else {
      (line, isDropping) = ([], true)
      return
    }
    line += bytes
  }

  private mutating func next() -> Line? {
    defer { (line, isDropping) = ([], false) }
    if isDropping { return .tooLong }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line.allSatisfy({ $0 == 32 || $0 == 9 }) ? nil : .whole(line)
  }
}

/// A parsed JSON value of any type.
// SAFETY: the containers, strings and numbers that `JSONSerialization` creates are not mutated afterwards.
struct ContextValue: @unchecked Sendable {
  private let value: Any?

  init(_ value: Any?) { self.value = value is NSNull ? nil : value }

  init(json: [UInt8]) { self.init(try? JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed)) }

  subscript(name: String) -> ContextValue { ContextValue((value as? [String: Any])?[name]) }

  var isPresent: Bool { value != nil }
  var isObject: Bool { value is [String: Any] }
  var names: [String] { ((value as? [String: Any])?.keys).map { $0.sorted() } ?? [] }
  var elements: [ContextValue] { (value as? [Any] ?? []).map { ContextValue($0) } }
  var text: String? { value as? String }
  var int: Int? { isBool ? nil : (value as? NSNumber).flatMap { Int(exactly: $0.doubleValue) ?? nil } }
  var bool: Bool? { isBool ? (value as? NSNumber)?.boolValue : nil }

  /// The value, encoded as JSON.
  var json: [UInt8] {
    guard let value, let data = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed) else {
      return Array("null".utf8)
    }
    return Array(data)
  }

  // Numbers and Booleans are both `NSNumber` objects; only their Objective-C type encodings differ.
  private var isBool: Bool {
    guard let number = value as? NSNumber else { return false }
    return ["c", "B"].contains(String(cString: number.objCType))
  }
}
