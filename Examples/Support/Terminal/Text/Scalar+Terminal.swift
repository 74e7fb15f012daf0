extension Unicode.Scalar {
  /// Whether a terminal interprets the scalar instead of displaying it.
  var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }

  /// Whether the scalar changes the direction of the text around it, so that the text can be misread.
  var isTextDirection: Bool {
    value == 0x061C || (0x200E...0x200F).contains(value) || (0x202A...0x202E).contains(value)
      || (0x2066...0x2069).contains(value)
  }

  /// The number of terminal cells that the scalar fills by itself: 0, 1 or 2.
  var cells: Int {
    if value < 0x7F { return value < 0x20 ? 0 : 1 }
    switch properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    // The second and third parts of Korean syllables that are written in separate parts.
    if (0x1160...0x11FF).contains(value) { return 0 }
    return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// Characters that fill two cells, from Unicode's East Asian Width. Emoji are recognized by their property.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x18D08, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
