/// The runs that are known, by the identity of the work and by their place in the table.
///
/// A run knows its place, so that what it tells is noted without a look-up.
struct EntryTable: Sendable {
  private var places: [Identity: Int] = [:]
  /// Reached directly, for what changes an entry in place.
  var slots: [Supervision.Entry?] = []
  private var free: [Int] = []

  /// Where the next run will stand.
  var nextPlace: Int { free.last ?? slots.count }

  var all: [Supervision.Entry] { slots.compactMap { $0 } }

  func place(of id: Identity) -> Int? { places[id] }

  /// The place of a run, while it is the one that counts.
  func place(of run: EffectRun) -> Int? {
    run.place < slots.count && slots[run.place]?.run === run ? run.place : nil
  }

  mutating func insert(_ entry: Supervision.Entry) {
    places[entry.run.state.id] = entry.run.place
    if free.popLast() == nil { slots.append(entry) } else { slots[entry.run.place] = entry }
  }

  mutating func remove(_ place: Int) {
    guard let entry = slots[place] else { return }
    places[entry.run.state.id] = nil
    slots[place] = nil
    free.append(place)
  }
}
