/// Suggests names for a mistyped name.
public enum NearNames {
  /// At most three names that contain the text, or differ from it in at most two letters.
  public static func of(_ text: String, in names: [String]) -> [String] {
    let text = text.lowercased()
    let ranked = names.compactMap { name -> (name: String, distance: Int)? in
      if text.count > 2, name.contains(text) { return (name, 0) }
      let distance = distance(Array(text), Array(name))
      return distance <= 2 && distance < text.count ? (name, distance) : nil
    }
    return ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
  }

  /// The number of letters to insert, remove or replace.
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var row = Array(0...other.count)
    for (i, letter) in one.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, otherLetter) in other.enumerated() {
        let above = row[j + 1]
        row[j + 1] = min(above + 1, row[j] + 1, diagonal + (letter == otherLetter ? 0 : 1))
        diagonal = above
      }
    }
    return row[other.count]
  }
}
