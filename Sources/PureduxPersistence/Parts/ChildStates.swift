internal import Foundation

/// The children's own states in a journal: a row for each child, with a cell for each part.
///
/// This is the state type of the journal that is passed to `persist(children:_:in:pace:)`.
///
/// ```swift
/// let journal = Journal<ChildStates<String, Screen>>(FileStorage(url))
/// app.persist(children: screens, Screen.saved, in: journal)
/// ```
public struct ChildStates<ID: Codable & Hashable & Sendable, Local: Sendable>: Sendable {
  /// The saved data of one part of a child.
  struct Cell: Sendable {
    let restore: PartChange<Local>
    let stored: StoredPart
  }

  private(set) var ids: [ID] = []
  /// The cells of each part, in the order of the rows; nil for a missing cell.
  private var columns: [[Cell?]]

  /// Creates an empty table with a column for each part.
  init(parts: Int) { columns = Array(repeating: [], count: parts) }

  /// Returns the cells of a row, one for each part.
  func cells(of row: Int) -> [Cell?] { columns.map { $0.indices.contains(row) ? $0[row] : nil } }

  /// Returns the parts of the journal: the identities, and a list of cells for each part of a child.
  static func columns(of parts: [StatePart<Local>]) -> [StatePart<ChildStates>] {
    let ids = column("id", version: 1) { list, bytes, _, format in
      let ids = try list.map { try format.decode(ID.self, from: bytes.content($0)) }
      return { states in states.ids = ids }
    }
    let removed = parts.filter(\.isRemoved).flatMap { part in
      ["elements:", "value:"].map { StatePart<ChildStates>.removed($0 + part.name) }
    }
    let cells = parts.filter { !$0.isRemoved }.enumerated().map { index, part in
      // The prefix ensures that if a part changes from a value to a list, the list is saved in a new column.
      column((part.isElements ? "elements:" : "value:") + part.name, version: part.version) {
        list, bytes, version, format in
        let cells = try list.map { place in
          try StoredPart(cell: bytes.content(place), of: part, version: version).map { stored in
            Cell(restore: try part.decode(stored, format), stored: stored)
          }
        }
        return { states in states.columns[index] = cells }
      }
    }
    return [ids] + cells + removed
  }

  private typealias DecodeColumn =
    @Sendable (
      _ list: [BytesPlace], _ bytes: Data, _ version: Int, _ format: any PersistenceFormat
    ) throws -> PartChange<ChildStates>

  /// Creates a part whose changes are tracked by the rows instead of by a follower.
  private static func column(
    _ name: String, version: Int, _ decode: @escaping DecodeColumn
  ) -> StatePart<ChildStates> {
    StatePart(name: name, version: version, isElements: true) {
      PartFollower(look: { _ in false }, take: { _, _ in nil }, begin: { _ in }, count: { _ in 0 })
    } decode: { part, format in
      guard case .elements(let list) = part.image.contents else {
        throw JournalProblem.malformed("the part `\(name)` is not a list")
      }
      var places: [BytesPlace] = []
      try list.forEach { place throws(JournalProblem) in
        guard place.isKnown else { throw .malformed("a row of the part `\(name)` has no content") }
        places.append(place)
      }
      return try decode(places, part.bytes, part.image.version, format)
    } copy: { _, _ in
    } recode: { _, _ in
      throw JournalProblem.malformed("the part `\(name)` is saved by its rows")
    }
  }
}

extension StoredPart {
  /// Creates a part from a copy of a cell's bytes; returns nil for an empty cell.
  init?<State>(cell content: Data, of part: StatePart<State>, version: Int) throws(JournalProblem) {
    guard !content.isEmpty else { return nil }
    let bytes = Data(content)
    let all = BytesPlace(offset: 0, count: UInt32(clamping: bytes.count))
    let contents: JournalImage.Contents =
      if part.isElements {
        .elements(
          // SAFETY: the bytes are valid during the call, and no pointer to them is stored.
          try bytes.withJournalBytes { bytes throws(JournalProblem) in
            var (reader, list) = (JournalReader(bytes, at: 0), ChunkedList<BytesPlace>())
            for _ in 0..<(try reader.count(of: 1)) { list.append(try reader.place()) }
            return list
          })
      } else {
        .value(all)
      }
    self.init(image: JournalImage.Part(name: part.name, version: version, contents: contents), bytes: bytes)
  }
}

extension PendingPart {
  /// Returns the bytes of a cell: a single value, or a count followed by that number of elements.
  func cell(_ format: any PersistenceFormat) throws -> Data {
    var (value, list) = (Data(), JournalWriter())
    list.write(count)
    try encode(format) { _, bytes in
      if case .value = form { value = bytes } else { list.write(bytes) }
    }
    return if case .value = form { value } else { Data(list.bytes) }
  }
}
