package import PureduxCore

/// The values that the reducers of a recording drew from outside, in the order in which they asked.
///
/// While a turn is recorded they are noted; when it is reduced again, the same ones are given.
package final class RecordedDraws: @unchecked Sendable {
  // SAFETY: a recorder notes values in turns of its tree, and a replay gives them to one thread at a time.

  /// One value, in two words.
  package struct Draw: Sendable {
    package let kind: DrawnValues.Kind
    /// The number of the step that it was drawn in.
    package let step: UInt64
    package let first, second: UInt64

    package init(kind: DrawnValues.Kind, step: UInt64, first: UInt64, second: UInt64) {
      self.kind = kind
      self.step = step
      self.first = first
      self.second = second
    }
  }

  // Nothing that is called during an access comes back here.
  // SAFETY: as is said above.
  @exclusivity(unchecked) package private(set) var all: ContiguousArray<Draw> = []
  /// The step that reduces.
  // SAFETY: as `all`.
  @exclusivity(unchecked) var step: UInt64 = 0
  /// The index of the next one to give again; nil while they are noted.
  // SAFETY: as `all`.
  @exclusivity(unchecked) private var next: Int?
  /// Whether a reducer asked for more or for others than when it ran live, so that it cannot be pure.
  // SAFETY: as `all`.
  @exclusivity(unchecked) package private(set) var wentAstray = false
  // SAFETY: set once, in `init`.
  @exclusivity(unchecked) private var values: DrawnValues?

  package init() {
    values = DrawnValues { [unowned self] kind, draw in replace(kind, draw) }
  }

  /// Takes the place of what was noted, to be given again from `step` on.
  package func give(_ draws: ContiguousArray<Draw>, from step: UInt64) {
    all = draws
    seek(step)
  }

  /// Goes on with what was drawn in a step, although steps before it were left out.
  func seek(_ step: UInt64) { next = all.firstIndex { $0.step >= step } ?? all.count }

  func removeAll() { all = [] }

  /// Runs `body` with these values noted, or given, on this thread.
  package func inForce(_ body: () -> Void) { values?.inForce(body) }

  /// Notes values on this thread until `DrawnValues.end()` is called there.
  func begin() { values?.begin() }

  private func replace(_ kind: DrawnValues.Kind, _ draw: () -> DrawnValues.Words) -> DrawnValues.Words {
    guard let next else {
      let words = draw()
      all.append(Draw(kind: kind, step: step, first: words.first, second: words.second))
      return words
    }
    guard next < all.count, all[next].kind == kind else {
      wentAstray = true
      return draw()
    }
    self.next = next + 1
    return (all[next].first, all[next].second)
  }
}
