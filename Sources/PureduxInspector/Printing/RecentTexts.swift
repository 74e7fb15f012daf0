/// The lines of the latest events, for the events that they caused.
struct RecentTexts {
  private var slots: [(number: Int, text: String)?]

  init(count: Int = 256) { slots = Array(repeating: nil, count: count) }

  mutating func put(_ text: String, number: Int) { slots[number % slots.count] = (number, text) }

  /// Nil for an event that is not among the latest.
  func text(of number: Int) -> String? {
    guard let slot = slots[number % slots.count], slot.number == number else { return nil }
    return slot.text
  }
}
