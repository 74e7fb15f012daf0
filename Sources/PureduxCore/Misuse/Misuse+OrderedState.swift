internal import PureduxAtomics

extension Misuse {
  /// Reports what collections tell, once it has been read; a reporter of one's own and a tree read it when they are made.
  static let reportsCollections: Void = puredux_set_position_report { position, count in
    StoreContext.current.report(.positionOutside(position, count: count))
  }

  private static func positionOutside(_ position: Int, count: Int) -> Misuse {
    Misuse(
      "position \(position) of an ordered state was to be edited, which has \(count) elements",
      so: "only the positions that exist were edited (inserting went to the nearest one)",
      fix: "edit by id, or use positions that were taken from the same state"
    )
  }
}
