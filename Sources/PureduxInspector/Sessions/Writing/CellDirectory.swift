internal import PureduxRecording

/// The cells whose states a session file contains.
///
/// A cell is identified by a store on whose path it lies, and by the number of levels between that store and the cell.
struct CellDirectory {
  struct Place {
    let id: Int
    let cell: any ReplayableCell
    let store: UInt64
    let level: Int

    /// Returns a state of the cell as JSON for a session file.
    func json(of state: Any, after step: UInt64) -> JSON {
      .object([
        .init(name: "cell", value: .int(id)), .init(name: "store", value: .int(Int(store))),
        .init(name: "level", value: .int(level)), .init(name: "type", value: .string("\(cell.stateType)")),
        .init(name: "after", value: .int(Int(step))), WrittenValue(state).member,
      ])
    }
  }

  private struct Path: Hashable {
    let store: UInt64
    let action: ObjectIdentifier
    /// Whether the path belongs to one level of a turn; each level is reduced in its own step.
    let isLevel: Bool
  }

  private(set) var places: [Place] = []
  private var ids: [ObjectIdentifier: Int] = [:]
  private var paths: [Path: [Int]] = [:]

  /// Returns the numbers of the cells changed by steps on a path, and passes new cells to `enter`.
  mutating func cells(
    on path: UInt32, of log: any AnyActionLog, isLevel: Bool, _ enter: (Place) -> Void
  ) -> [Int] {
    let key = Path(store: log.store(of: path), action: ObjectIdentifier(log.actionType), isLevel: isLevel)
    if let known = paths[key] { return known }
    let cells = log.cells(on: path).enumerated().map { level, cell in
      id(of: cell, store: key.store, level: level, enter)
    }
    paths[key] = cells
    return cells
  }

  /// Returns the numbers of the cells changed by a range of a chunk's steps.
  mutating func touched(by chunk: RecordedChunk, _ range: Range<UInt64>) -> Set<Int> {
    var touched: Set<Int> = []
    var latest: (log: UInt32, path: UInt32)?
    for number in range {
      let step = chunk.steps[Int(number - chunk.first)]
      guard step.isReduced, latest?.log != step.log || latest?.path != step.path else { continue }
      latest = (step.log, step.path)
      touched.formUnion(cells(on: step.path, of: chunk.logs[Int(step.log)], isLevel: step.kind == .level) { _ in })
    }
    return touched
  }

  private mutating func id(
    of cell: any ReplayableCell, store: UInt64, level: Int, _ enter: (Place) -> Void
  ) -> Int {
    if let id = ids[ObjectIdentifier(cell)] { return id }
    let place = Place(id: places.count + 1, cell: cell, store: store, level: level)
    ids[ObjectIdentifier(cell)] = place.id
    places.append(place)
    enter(place)
    return place.id
  }
}
