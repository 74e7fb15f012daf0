/// An undo or redo step, which reverses the changes made to one or more parts.
@frozen
@usableFromInline
struct UndoStep<Document>: Sendable {
  /// Identifies the step in its history. The number is kept when the step is undone or redone.
  @usableFromInline let number: Int
  /// The name of the step in a menu.
  @usableFromInline let name: String?
  @usableFromInline var first: any PartChange<Document>
  /// The reversals that follow `first`, for the other changed parts.
  @usableFromInline var others: [any PartChange<Document>] = []
  /// The approximate size of the step in bytes.
  @usableFromInline var bytes = 0

  /// Returns nil if `changes` is empty.
  @inlinable
  init?(number: Int, name: String?, _ changes: [any PartChange<Document>]) {
    guard let first = changes.first else { return nil }
    (self.number, self.name, self.first) = (number, name, first)
    if changes.count > 1 { others = Array(changes.dropFirst()) }
    measure()
  }

  @inlinable
  mutating func measure() {
    bytes = MemoryLayout<UndoStep>.stride + first.bytes
    for change in others { bytes += MemoryLayout<any PartChange<Document>>.stride + change.bytes }
  }

  var changes: [any PartChange<Document>] { [first] + others }
  var isCodable: Bool { first.isCodable && others.allSatisfy(\.isCodable) }

  /// Reverts the changes of the step in reverse order.
  @inlinable
  func revert(_ document: inout Document) {
    for change in others.reversed() { change.revert(&document) }
    first.revert(&document)
  }

  /// Merges a later step into this step, in time proportional to the later step. Returns false if the changes cancel
  /// each other out.
  mutating func join(_ later: UndoStep, in document: Document) -> Bool {
    for change in later.changes where !first.join(change, in: document) {
      if !others.indices.contains(where: { others[$0].join(change, in: document) }) { others.append(change) }
    }
    others.removeAll { !$0.hasEffect(in: document) }
    if !first.hasEffect(in: document) {
      if others.isEmpty { return false }
      first = others.removeFirst()
    }
    measure()
    return true
  }

  /// Frees what is needed only for merging further steps into this step.
  mutating func endGroup() {
    first.endGroup()
    for index in others.indices { others[index].endGroup() }
    measure()
  }
}

extension UndoStep: Equatable {
  @usableFromInline
  static func == (one: UndoStep, other: UndoStep) -> Bool {
    one.name == other.name && one.others.count == other.others.count && one.first.isEqual(to: other.first)
      && zip(one.others, other.others).allSatisfy { $0.isEqual(to: $1) }
  }
}

/// A stack whose oldest step can be dropped without moving the other steps.
///
/// Steps are stored in chunks of 64. Spare capacity is limited to one chunk. If an observer retains a copy of the
/// history, appending a step copies only the last chunk instead of all steps.
@frozen
@usableFromInline
struct StepStack<Document>: Sendable, Equatable {
  @usableFromInline typealias Piece = [UndoStep<Document>?]

  /// The chunks, oldest first. Only the chunks before `first` are empty.
  @usableFromInline var pieces: [Piece] = []
  @usableFromInline var first = 0
  /// The number of dropped steps in the first chunk.
  @usableFromInline var removed = 0
  @usableFromInline var count = 0
  /// The approximate size of the steps in bytes.
  @usableFromInline var bytes = 0

  @inlinable
  init() {}

  @inlinable static var pieceSize: Int { 64 }
  @inlinable var isEmpty: Bool { count == 0 }
  var last: UndoStep<Document>? { isEmpty ? nil : pieces[pieces.count - 1].last ?? nil }
  /// All steps, oldest first.
  var all: [UndoStep<Document>] { pieces.dropFirst(first).flatMap { $0.compactMap { $0 } } }

  @inlinable
  mutating func append(_ step: UndoStep<Document>) {
    if isEmpty || pieces[pieces.count - 1].count == Self.pieceSize { addPiece() }
    pieces[pieces.count - 1].append(step)
    count += 1
    bytes += step.bytes
  }

  /// Frees what the last step needed for merging further steps.
  @usableFromInline
  mutating func endGroup() {
    guard !isEmpty, pieces[pieces.count - 1].last != nil else { return }
    let index = pieces[pieces.count - 1].count - 1
    bytes -= pieces[pieces.count - 1][index]?.bytes ?? 0
    pieces[pieces.count - 1][index]?.endGroup()
    bytes += pieces[pieces.count - 1][index]?.bytes ?? 0
  }

  @inlinable
  mutating func addPiece() {
    var piece = Piece()
    // The first chunk grows on demand, so that a short history stays small.
    if !pieces.isEmpty { piece.reserveCapacity(Self.pieceSize) }
    pieces.append(piece)
  }

  @inlinable
  mutating func popLast() -> UndoStep<Document>? {
    guard !isEmpty, let step = pieces[pieces.count - 1].removeLast() else { return nil }
    count -= 1
    bytes -= step.bytes
    if isEmpty { removeAll() } else if pieces[pieces.count - 1].isEmpty { pieces.removeLast() }
    return step
  }

  @usableFromInline
  mutating func removeFirst() {
    guard !isEmpty else { return }
    count -= 1
    if isEmpty { return removeAll() }
    bytes -= pieces[first][removed]?.bytes ?? 0
    pieces[first][removed] = nil
    removed += 1
    guard removed == pieces[first].count else { return }
    pieces[first] = []
    (first, removed) = (first + 1, 0)
    // The amortized cost is low: at most one chunk is moved for each removed chunk.
    if first > 16, first > pieces.count / 2 {
      pieces.removeFirst(first)
      first = 0
    }
  }

  @usableFromInline
  mutating func removeAll() { self = StepStack() }

  @usableFromInline
  static func == (one: StepStack, other: StepStack) -> Bool {
    one.count == other.count && zip(one.all, other.all).allSatisfy(==)
  }
}

/// Determines which changes are undone together, and how their step is named in a menu.
///
/// ```swift
/// history.change(&document, .coalesced("note 7").named("Typing")) { $0.notes[id: 7]?.text += "a" }
/// ```
public struct UndoGrouping: Hashable, Sendable {
  @usableFromInline
  enum Kind: Hashable, Sendable {
    case single
    case coalesced(String, pause: Duration?)
    case untracked
  }

  @usableFromInline let kind: Kind
  /// The name of the step in a menu, as in "Undo Typing".
  public private(set) var name: String?

  /// A change that is undone separately.
  public static var single: UndoGrouping { UndoGrouping(kind: .single) }

  /// A change that is not undone, for example an update from a server. Earlier steps remain usable, because they find
  /// their elements by ID.
  public static var untracked: UndoGrouping { UndoGrouping(kind: .untracked) }

  /// A change that joins the step of the preceding changes with the same key.
  ///
  /// For example, group the changes that the user makes while typing in a text field or performing a gesture.
  ///
  /// The group ends when any other step is recorded, when a step is undone or redone, or when ``History/closeGroup()``
  /// is called.
  ///
  /// - Parameters:
  ///   - key: Identifies the group, for example "note 7".
  ///   - pause: The maximum time between two consecutive changes of the group, measured on the store's clock. Pass nil
  ///     for a gesture, and call `closeGroup` when the gesture ends.
  public static func coalesced(_ key: String, pause: Duration? = .seconds(1)) -> UndoGrouping {
    UndoGrouping(kind: .coalesced(key, pause: pause))
  }

  /// Returns the same grouping with a name for menus. A group takes the name of its first change.
  public func named(_ name: String) -> UndoGrouping {
    var grouping = self
    grouping.name = name
    return grouping
  }
}
