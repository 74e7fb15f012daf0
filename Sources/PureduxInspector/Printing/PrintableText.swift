/// Text with its control characters written out: a state must not move the cursor of whoever reads it.
enum PrintableText {
  static func of(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if !isControl(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += scalar == "\n" ? "\\n" : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return result
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }
}
