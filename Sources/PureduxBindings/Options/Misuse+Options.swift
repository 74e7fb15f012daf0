internal import Foundation

extension Misuse {
  static func intervalOutOfRange(_ parameter: String, _ seconds: TimeInterval, taken: TimeInterval) -> Misuse {
    Misuse(
      "a view was bound with `\(parameter): \(seconds)`", so: "\(Int(taken)) seconds are used instead",
      fix: "give a number of seconds from 0 to \(Int(UpdateRate.longestInterval))")
  }
}
