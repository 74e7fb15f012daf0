/// Splits a session file into lines, and detects altered lines.
struct SessionLineReader {
  private let bytes: [UInt8]
  private let name: String

  init(_ bytes: [UInt8], _ name: String) {
    self.bytes = bytes
    self.name = name
  }

  /// Calls `body` with each line's number, kind and value. Returns whether the last line of the file is truncated.
  func forEach(_ body: (_ line: Int, _ kind: String, _ value: JSONSlice) throws -> Void) throws -> Bool {
    var (start, line) = (bytes.startIndex, 0)
    while start < bytes.endIndex {
      line += 1
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else {
        // If a complete line is followed by a byte other than a line feed, the file was altered, not truncated.
        if parse(bytes[start..<(bytes.endIndex - 1)]) != nil { throw damaged(line) }
        if line == 1 { throw notASession }
        return true
      }
      guard let parsed = parse(bytes[start..<end]), let members = try? parsed.content.members(), members.count == 1
      else { throw line == 1 && !looksLikeLine(start) ? notASession : damaged(line) }
      guard parsed.number == line else { throw parsed.number > line ? missing(line, parsed.number) : damaged(line) }
      do {
        try body(line, members[0].name, members[0].value)
      } catch is JSONSlice.Unexpected {
        throw damaged(line)
      }
      start = end + 1
    }
    if line == 0 { throw notASession }
    return false
  }

  private func looksLikeLine(_ start: Int) -> Bool { bytes[start...].starts(with: #"{"line":1,"#.utf8) }

  /// Parses a line. Returns nil if the line is malformed, or if its checksum does not match its number and content.
  private func parse(_ line: ArraySlice<UInt8>) -> (number: Int, content: JSONSlice)? {
    let (opening, middle) = (Array(#"{"line":"#.utf8), Array(#","sum":""#.utf8))
    guard line.starts(with: opening) else { return nil }
    let digits = line.dropFirst(opening.count).prefix { (48...57).contains($0) }
    guard let number = Int(String(decoding: digits, as: UTF8.self)), digits.first != 48 else { return nil }
    let rest = line.dropFirst(opening.count + digits.count)
    guard rest.starts(with: middle), rest.count > middle.count + 19 else { return nil }
    let sum = rest.dropFirst(middle.count).prefix(16)
    let behind = rest.dropFirst(middle.count + 16)
    guard behind.starts(with: #"",""#.utf8) else { return nil }
    let content = behind.dropFirst(2)
    guard sum.elementsEqual(LineChecksum.text(LineChecksum.of(line: number, content))) else { return nil }
    return (number, JSONSlice([UInt8(ascii: "{")] + content))
  }

  private var notASession: SessionError {
    SessionError(
      .notASession, line: 1,
      "\(name) is not a session, so nothing was read.\nTo fix: pass a file that was written by a recording.")
  }

  private func damaged(_ line: Int) -> SessionError {
    SessionError(
      .damagedLine, line: line,
      "line \(line) of \(name) was altered, so the session cannot be read from there on.\n"
        + "To fix: copy the file from its source again without editing or converting it, or read it with `upToDamage`.")
  }

  private func missing(_ line: Int, _ next: Int) -> SessionError {
    SessionError(
      .missingLine, line: line,
      "line \(line) of \(name) is missing: found line \(next) instead, so the session cannot be read from there on.\n"
        + "To fix: copy the file from its source again, with all of its lines, or read it with `upToDamage`.")
  }
}
