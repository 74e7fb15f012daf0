extension Misuse {
  static func positionOutside(_ position: Int, count: Int) -> Misuse {
    Misuse(
      "position \(position) of an ordered state was to be edited, which has \(count) elements",
      so: "only the positions that exist were edited (inserting went to the nearest one)",
      fix: "edit by id, or use positions that were taken from the same state"
    )
  }
}
