extension Character {
  /// The number of terminal cells that the character fills.
  package var cells: Int {
    let scalars = unicodeScalars
    guard scalars.count > 1 else { return scalars.first?.cells ?? 0 }
    // Flags, families, skin tones and hearts are several scalars, shown as one picture.
    let isPicture = scalars.contains {
      $0.value == 0x200D || $0.value == 0xFE0F || $0.properties.isEmojiModifier
        || (0x1F1E6...0x1F1FF).contains($0.value)
    }
    return isPicture ? 2 : scalars.reduce(0) { $0 + $1.cells }
  }
}

extension StringProtocol {
  /// The number of terminal cells that the text fills.
  package var cells: Int { reduce(0) { $0 + $1.cells } }
}

extension String {
  /// The maximum number of marks on one letter. More of them would be drawn over other rows.
  private static let mostMarks = 12

  /// The text without characters that a terminal interprets, or that change how the text reads.
  ///
  /// Line breaks and tabs become spaces. Other control characters become visible symbols, for example `␛`.
  package var cleanedForTerminal: String {
    var cleaned = String.UnicodeScalarView()
    var marks = 0
    for scalar in unicodeScalars {
      let scalar = scalar.cleanedForTerminal
      if scalar.cells > 0 {
        marks = 0
      } else if cleaned.isEmpty {
        // A mark at the start would be drawn on the character before the text.
        cleaned.append("\u{25CC}")
      } else {
        marks += 1
        if marks > Self.mostMarks { continue }
      }
      cleaned.append(scalar)
    }
    return String(cleaned)
  }

  /// The beginning of the text that fits, in whole characters. It ends in `…` if the text was cut.
  package func fitted(cells limit: Int) -> String {
    guard limit > 0 else { return "" }
    var (used, lastThatLeavesRoom) = (0, startIndex)
    for index in indices {
      if used <= limit - 1 { lastThatLeavesRoom = index }
      used += self[index].cells
      if used > limit { return self[..<lastThatLeavesRoom] + "…" }
    }
    return self
  }

  /// The end of the text that fits, in whole characters.
  package func tail(cells limit: Int) -> String {
    var (used, start) = (0, endIndex)
    while start > startIndex {
      let before = index(before: start)
      used += self[before].cells
      if used > limit { break }
      start = before
    }
    return String(self[start...])
  }

  /// The text, cut or filled with spaces to exactly this width.
  package func column(cells width: Int) -> String {
    let fitted = fitted(cells: width)
    return fitted + String(repeating: " ", count: Swift.max(0, width - fitted.cells))
  }
}

extension Unicode.Scalar {
  fileprivate var cleanedForTerminal: Unicode.Scalar {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029: " "
    case 0x00..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    // Terminals disagree about the width of a soft hyphen.
    case 0xAD, 0xFEFF, 0xFFF9...0xFFFB: "\u{FFFD}"
    default: isControl || isTextDirection ? "\u{FFFD}" : self
    }
  }
}
