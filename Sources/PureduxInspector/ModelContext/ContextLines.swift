internal import Foundation

/// Cuts bytes that arrive in pieces into lines, and drops lines that are too long without keeping them.
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

  /// A last line that no line end closes.
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
