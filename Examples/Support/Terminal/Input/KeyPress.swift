/// A key that was pressed, with its modifier keys.
package struct KeyPress: Sendable, Hashable {
  package enum Key: Sendable, Hashable {
    /// A single scalar, because a terminal sends a letter and its combining marks separately.
    case character(Character)
    case enter, escape, backspace, delete, insert, tab
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  package struct Modifiers: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    // The bits that terminals send, after 1 is subtracted.
    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  package var key: Key
  package var modifiers: Modifiers

  package init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}

// So that a `switch` over key presses reads `case .up, .character("k"):`.
extension KeyPress {
  package static let enter = KeyPress(.enter)
  package static let escape = KeyPress(.escape)
  package static let backspace = KeyPress(.backspace)
  package static let delete = KeyPress(.delete)
  package static let tab = KeyPress(.tab)
  package static let up = KeyPress(.up)
  package static let down = KeyPress(.down)
  package static let left = KeyPress(.left)
  package static let right = KeyPress(.right)
  package static let home = KeyPress(.home)
  package static let end = KeyPress(.end)
  package static let pageUp = KeyPress(.pageUp)
  package static let pageDown = KeyPress(.pageDown)

  package static func character(_ character: Character) -> KeyPress { KeyPress(.character(character)) }
  package static func control(_ character: Character) -> KeyPress { KeyPress(.character(character), .control) }
  package static func control(_ key: Key) -> KeyPress { KeyPress(key, .control) }
  package static func alt(_ character: Character) -> KeyPress { KeyPress(.character(character), .alt) }
  package static func alt(_ key: Key) -> KeyPress { KeyPress(key, .alt) }
}
