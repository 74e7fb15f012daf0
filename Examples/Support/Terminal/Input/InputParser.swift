/// Parses the bytes that a terminal sends into key presses and pasted text, however the bytes are split.
///
/// Sequences that it does not know are skipped. Its memory is bounded: a long paste is returned in pieces.
package struct InputParser: Sendable {
  package enum Input: Sendable, Hashable {
    case key(KeyPress)
    /// Pasted text. Long text arrives in several pieces.
    case paste(String)
  }

  private enum Phase {
    case start
    /// Inside a character of several bytes.
    case character(length: Int)
    case escape
    case sequence(EscapeSequence.Introducer)
    /// After `ESC [ [`, which begins F1 to F5 on the Linux console.
    case consoleFunction
    /// Inside a mouse report of the oldest form, which has three more bytes.
    case mouse(left: Int)
    case paste
  }

  private static let longestSequence = 64
  private static let longestPiece = 65_536
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private var phase = Phase.start
  /// The bytes of the incomplete character, sequence or paste.
  private var pending: [UInt8] = []
  private var isAlt = false
  private var inputs: [Input] = []

  package init() {}

  /// How long to wait for the next byte before calling `expire`; nil if time does not matter.
  package var patience: Duration? {
    switch phase {
    // ESC is a key by itself, and the start of most sequences.
    case .escape: .milliseconds(50)
    // A paste whose end is missing must not swallow all later keys.
    case .paste: .seconds(1)
    default: nil
    }
  }

  package mutating func parse(_ bytes: some Sequence<UInt8>) -> [Input] {
    for byte in bytes { take(byte) }
    return removeInputs()
  }

  /// Ends an incomplete sequence, because no more bytes arrived in time.
  package mutating func expire() -> [Input] {
    switch phase {
    case .escape:
      phase = .start
      press(.escape)
    case .paste: endPaste()
    default: break
    }
    return removeInputs()
  }

  private mutating func removeInputs() -> [Input] {
    defer { inputs = [] }
    return inputs
  }

  private mutating func take(_ byte: UInt8) {
    switch phase {
    case .start: start(with: byte)
    case .character(let length): continueCharacter(byte, length)
    case .escape: continueEscape(byte)
    case .sequence(let introducer): continueSequence(byte, introducer)
    case .consoleFunction:
      phase = .start
      if (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) { press(.function(Int(byte) - 64)) }
    case .mouse(let left): phase = left > 1 ? .mouse(left: left - 1) : .start
    case .paste: continuePaste(byte)
    }
  }

  private mutating func start(with byte: UInt8) {
    phase = .start
    switch byte {
    case 0x1B: phase = .escape
    case 0x0A, 0x0D: press(.enter)
    case 0x09: press(.tab)
    case 0x08, 0x7F: press(.backspace)
    case 0x00: press(.character(" "), .control)
    // Ctrl-A is 1; the key is reported as the letter with Control.
    case 0x01...0x1A: press(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
    case 0x1C...0x1F: press(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
    case 0x20...0x7E: press(.character(Character(Unicode.Scalar(byte))))
    case 0xC2...0xDF: startCharacter(byte, length: 2)
    case 0xE0...0xEF: startCharacter(byte, length: 3)
    case 0xF0...0xF4: startCharacter(byte, length: 4)
    default: press(.character("\u{FFFD}"))
    }
  }

  private mutating func startCharacter(_ byte: UInt8, length: Int) {
    pending = [byte]
    phase = .character(length: length)
  }

  private mutating func continueCharacter(_ byte: UInt8, _ length: Int) {
    guard byte & 0xC0 == 0x80 else {
      press(.character("\u{FFFD}"))
      return start(with: byte)
    }
    pending.append(byte)
    guard pending.count == length else { return }
    phase = .start
    for scalar in String(decoding: pending, as: UTF8.self).unicodeScalars where !scalar.isControl {
      press(.character(Character(scalar)))
    }
  }

  private mutating func continueEscape(_ byte: UInt8) {
    switch byte {
    case 0x1B: press(.escape)
    case UInt8(ascii: "["): startSequence(.control)
    case UInt8(ascii: "O"): startSequence(.singleShift)
    default:
      isAlt = true
      start(with: byte)
    }
  }

  private mutating func startSequence(_ introducer: EscapeSequence.Introducer) {
    pending = []
    phase = .sequence(introducer)
  }

  private mutating func continueSequence(_ byte: UInt8, _ introducer: EscapeSequence.Introducer) {
    switch byte {
    case UInt8(ascii: "[") where introducer == .control && pending.isEmpty: phase = .consoleFunction
    // In rxvt this is a final byte; inside an answer of the terminal it is not.
    case UInt8(ascii: "$") where !pending.contains(UInt8(ascii: "?")): end(introducer, byte)
    case 0x20...0x3F: if pending.count <= Self.longestSequence { pending.append(byte) }
    case 0x40...0x7E: end(introducer, byte)
    default: start(with: byte)
    }
  }

  private mutating func end(_ introducer: EscapeSequence.Introducer, _ final: UInt8) {
    phase = .start
    guard pending.count <= Self.longestSequence else { return }
    if introducer == .control, final == UInt8(ascii: "M"), pending.isEmpty { return phase = .mouse(left: 3) }
    let sequence = EscapeSequence(introducer: introducer, parameters: pending, final: final)
    switch sequence.pasteMark {
    case 200:
      pending = []
      phase = .paste
    case 201: break
    default: if let keyPress = sequence.keyPress { inputs.append(.key(keyPress)) }
    }
  }

  private mutating func continuePaste(_ byte: UInt8) {
    // Cut only before the first byte of a character.
    let isFirst = byte & 0xC0 != 0x80 && !pending.suffix(Self.pasteEnd.count).contains(0x1B)
    if pending.count >= Self.longestPiece, isFirst || pending.count >= 2 * Self.longestPiece { emitPaste() }
    pending.append(byte)
    guard byte == Self.pasteEnd.last, pending.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) else { return }
    pending.removeLast(Self.pasteEnd.count)
    endPaste()
  }

  private mutating func endPaste() {
    phase = .start
    emitPaste()
  }

  private mutating func emitPaste() {
    if !pending.isEmpty { inputs.append(.paste(String(decoding: pending, as: UTF8.self))) }
    pending = []
  }

  private mutating func press(_ key: KeyPress.Key, _ modifiers: KeyPress.Modifiers = []) {
    inputs.append(.key(KeyPress(key, isAlt ? modifiers.union(.alt) : modifiers)))
    isAlt = false
  }
}
