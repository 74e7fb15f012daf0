package import PureduxCore

/// The external values that reducers read during a recording, in order.
///
/// The values are recorded during live turns, and supplied to the reducers again during a replay.
package final class RecordedDraws: @unchecked Sendable {
  // SAFETY: a recorder stores values in turns of its tree, and a replay reads them on one thread at a time.

  /// A recorded value, stored in two words.
  package struct Draw: Sendable {
    package let kind: DrawnValues.Kind
    /// The sequence number of the step in which the value was read.
    package let step: UInt64
    package let first, second: UInt64

    package init(kind: DrawnValues.Kind, step: UInt64, first: UInt64, second: UInt64) {
      self.kind = kind
      self.step = step
      self.first = first
      self.second = second
    }
  }

  // Accesses to these properties never overlap, because no code that runs during an access uses this object.
  // SAFETY: only one thread at a time accesses the values, as explained at the top of the class.
  @exclusivity(unchecked) package private(set) var all: ContiguousArray<Draw> = []
  /// The sequence number of the step being reduced.
  // SAFETY: as `all`.
  @exclusivity(unchecked) var step: UInt64 = 0
  /// The index of the next value to supply; nil while values are being recorded.
  // SAFETY: as `all`.
  @exclusivity(unchecked) private var next: Int?
  /// The sequence number of the only step whose values are supplied; nil if all values are supplied.
  // SAFETY: as `all`.
  @exclusivity(unchecked) private var only: UInt64?
  /// Whether a reducer's requests for values differed from those in its live run. If no step was skipped, such a
  /// reducer is impure.
  // SAFETY: as `all`.
  @exclusivity(unchecked) package private(set) var wentAstray = false
  /// Records or supplies values on the threads on which it is in force.
  // SAFETY: set once, in `init`.
  @exclusivity(unchecked) private(set) var values: DrawnValues?

  package init() {
    values = DrawnValues { [unowned self] kind, draw in replace(kind, draw) }
  }

  /// Replaces the recorded values. Reducers then receive the new values, beginning with those of `step`.
  package func give(_ draws: ContiguousArray<Draw>, from step: UInt64) {
    all = draws
    only = nil
    next = all.firstIndex { $0.step >= step } ?? all.count
  }

  /// Supplies only the values of one step.
  ///
  /// After a skipped step, reducers may read more or fewer values than in the live run.
  func seek(only step: UInt64) {
    only = step
    next = all.firstIndex { $0.step >= step } ?? all.count
  }

  func removeAll() { all = [] }

  /// Runs `body` while recording or supplying values on the current thread.
  package func inForce(_ body: () -> Void) { values?.inForce(body) }

  private func replace(_ kind: DrawnValues.Kind, _ draw: () -> DrawnValues.Words) -> DrawnValues.Words {
    guard let next else {
      let words = draw()
      all.append(Draw(kind: kind, step: step, first: words.first, second: words.second))
      return words
    }
    guard next < all.count, all[next].kind == kind, only == nil || all[next].step == only else {
      wentAstray = true
      return draw()
    }
    self.next = next + 1
    return (all[next].first, all[next].second)
  }
}
