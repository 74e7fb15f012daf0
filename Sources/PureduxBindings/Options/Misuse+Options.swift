extension Misuse {
  static func intervalOutOfRange(_ parameter: String, _ seconds: Double, taken: Double) -> Misuse {
    Misuse(
      "a view was bound with `\(parameter): \(seconds)`", so: "\(Int(taken)) seconds are used instead",
      fix: "give a number of seconds from 0 to \(Int(UpdateRate.longestInterval))")
  }

  static func propsNotEquatable(_ type: String) -> Misuse {
    Misuse(
      "a view was bound with `removePropsDuplicates`, and its props, of the type \(type), cannot be compared",
      so: "all of them are shown", fix: "let \(type) be `Equatable`, or give `removeStateDuplicates` instead")
  }
}
