/// A collection that tells its latest changes, whatever its elements are.
@usableFromInline
protocol ElementsWithChanges: Versioned {
  /// Whether elements may have come, left or moved since a version.
  func hasOtherElements(since version: Version) -> Bool
}

extension OrderedState: ElementsWithChanges {
  @inlinable
  func hasOtherElements(since version: Version) -> Bool {
    var isOther = false
    let isKnown = forEachChange(since: version) { change in
      if case .updated = change { return }
      isOther = true
    }
    return isOther || !isKnown
  }
}
