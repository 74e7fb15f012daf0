internal import PureduxCore

/// The cells whose states a session file has: each is named by a store on whose path it lies, and how far above it.
struct CellDirectory {
  struct Place {
    let id: Int
    let cell: any ReplayableCell
    let store: UInt64
    let level: Int
  }

  private struct Path: Hashable {
    let store: UInt64
    let action: ObjectIdentifier
    /// A level that middlewares part from others has a path of its own.
    let isLevel: Bool
  }

  private(set) var places: [Place] = []
  private var ids: [ObjectIdentifier: Int] = [:]
  private var paths: [Path: [Int]] = [:]

  /// The numbers of the cells that such steps change. New cells are given to `enter`.
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
