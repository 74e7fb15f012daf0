/// The sequence for a key that is not a character: ESC, `[` or `O`, numbers, and a final byte.
struct EscapeSequence {
  enum Introducer {
    /// `ESC [`
    case control
    /// `ESC O`
    case singleShift
  }

  let introducer: Introducer
  /// The bytes between the introducer and the final byte.
  let parameters: [UInt8]
  let final: UInt8

  /// The key; nil if the sequence is not a known key, for example a mouse report or an answer of the terminal.
  var keyPress: KeyPress? {
    guard parameters.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
    switch final {
    case UInt8(ascii: "~"): return numberedKey([])
    // The modifiers in rxvt's encoding.
    case UInt8(ascii: "$"): return numberedKey(.shift)
    case UInt8(ascii: "^"): return numberedKey(.control)
    case UInt8(ascii: "@"): return numberedKey([.shift, .control])
    case UInt8(ascii: "u"): return character(number(at: 0))
    case UInt8(ascii: "Z"): return KeyPress(.tab, .shift)
    default: break
    }
    if let key = Self.keys[final] { return KeyPress(key, modifiers) }
    if let key = Self.keys[final & ~0x20], (UInt8(ascii: "a")...UInt8(ascii: "d")).contains(final) {
      return KeyPress(key, introducer == .control ? .shift : .control)
    }
    return introducer == .singleShift ? Self.keypad[final].map { KeyPress($0) } : nil
  }

  /// The number that marks the start (200) or the end (201) of pasted text.
  var pasteMark: Int? {
    guard introducer == .control, final == UInt8(ascii: "~") else { return nil }
    return [200, 201].first { number(at: 0) == $0 }
  }

  private static let keys: [UInt8: KeyPress.Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
    UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3),
    UInt8(ascii: "S"): .function(4),
  ]

  private static let numbered: [Int: KeyPress.Key] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12),
  ]

  /// The keys of the numeric keypad in application mode.
  private static let keypad: [UInt8: KeyPress.Key] = {
    var keys: [UInt8: KeyPress.Key] = [UInt8(ascii: "M"): .enter]
    for (final, character) in zip(UInt8(ascii: "j")...UInt8(ascii: "y"), "*+,-./0123456789") {
      keys[final] = .character(character)
    }
    return keys
  }()

  private var modifiers: KeyPress.Modifiers { Self.modifiers(number(at: 1)) }

  private static func modifiers(_ number: Int?) -> KeyPress.Modifiers {
    KeyPress.Modifiers(rawValue: (max(number ?? 1, 1) - 1) & 7)
  }

  private func number(at index: Int) -> Int? {
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard numbers.indices.contains(index) else { return nil }
    // Details after a colon are not used here.
    return Int(String(decoding: numbers[index].prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self))
  }

  private func numberedKey(_ modifiers: KeyPress.Modifiers) -> KeyPress? {
    if number(at: 0) == 27 { return character(number(at: 2)) }
    return number(at: 0).flatMap { Self.numbered[$0] }.map { KeyPress($0, modifiers.union(self.modifiers)) }
  }

  /// A key that is sent as the number of its character.
  private func character(_ number: Int?) -> KeyPress? {
    switch number {
    case nil: return nil
    case 9: return KeyPress(.tab, modifiers)
    case 13: return KeyPress(.enter, modifiers)
    case 27: return KeyPress(.escape, modifiers)
    case 8, 127: return KeyPress(.backspace, modifiers)
    case let number?:
      guard let scalar = UInt32(exactly: number).flatMap(Unicode.Scalar.init), !scalar.isControl else { return nil }
      return KeyPress(.character(Character(scalar)), modifiers)
    }
  }
}
