enum Key: Sendable, Equatable {
  case character(Character)
  case enter, escape, backspace, up, down, interrupt

  /// The keys in what a terminal sent at once.
  static func keys(in bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    var rest = bytes[...]
    while let byte = rest.first {
      if rest.starts(with: [27, 91]), rest.count > 2 {
        switch rest[rest.startIndex + 2] {
        case 65: keys.append(.up)
        case 66: keys.append(.down)
        default: break
        }
        rest = rest.dropFirst(3)
        continue
      }
      switch byte {
      case 3: keys.append(.interrupt)
      case 10, 13: keys.append(.enter)
      case 27: keys.append(.escape)
      case 8, 127: keys.append(.backspace)
      case ..<32: break
      default:
        let text = rest.prefix { $0 >= 32 && $0 != 127 }
        keys += String(decoding: text, as: UTF8.self).map(Key.character)
        rest = rest.dropFirst(text.count - 1)
      }
      rest = rest.dropFirst()
    }
    return keys
  }
}
