internal import PureduxCore

extension Misuse {
  static func circularDefault(_ names: [String]) -> Misuse {
    Misuse(
      "the default of `\(names[0])` depends on itself: \(names.joined(separator: " → "))",
      so: "it can never be made, and the process stops",
      fix: "make one of these defaults without the next one, or make it a closure that reads the next one when called")
  }
}
