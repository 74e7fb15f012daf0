/// The reversal of a step: changes to one or several parts.
@frozen
@usableFromInline
struct UndoStep<Document>: Sendable {
  /// Identifies the step in this history, including after undoing and redoing.
  @usableFromInline let number: Int
  /// The name of the step in a menu.
  @usableFromInline let name: String?
  @usableFromInline var first: any PartChange<Document>
  /// The changes to other parts.
  @usableFromInline var others: [any PartChange<Document>] = []
  /// The approximate memory of the step.
  @usableFromInline var bytes = 0

  /// Nil if nothing has changed.
  @inlinable
  init?(number: Int, name: String?, _ changes: [any PartChange<Document>]) {
    guard let first = changes.first else { return nil }
    (self.number, self.name, self.first) = (number, name, first)
    bytes = MemoryLayout<UndoStep>.stride + first.bytes
    guard changes.count > 1 else { return }
    others = Array(changes.dropFirst())
    for change in others { bytes += MemoryLayout<any PartChange<Document>>.stride + change.bytes }
  }

  var changes: [any PartChange<Document>] { [first] + others }
  var isCodable: Bool { first.isCodable && others.allSatisfy(\.isCodable) }

  /// Reverts the step, its last change first.
  @inlinable
  func revert(_ document: inout Document) {
    for change in others.reversed() { change.revert(&document) }
    first.revert(&document)
  }

  /// Merges a later step. Returns nil if both together change nothing.
  func joined(with later: UndoStep, in document: Document) -> UndoStep? {
    var joined = changes
    for change in later.changes where !joined.indices.contains(where: { joined[$0].join(change) }) {
      joined.append(change)
    }
    return UndoStep(number: number, name: name, joined.compactMap { $0.pruned(in: document) })
  }
}

extension UndoStep: Equatable {
  @usableFromInline
  static func == (one: UndoStep, other: UndoStep) -> Bool {
    one.name == other.name && one.others.count == other.others.count && one.first.isEqual(to: other.first)
      && zip(one.others, other.others).allSatisfy { $0.isEqual(to: $1) }
  }
}

/// A stack of steps whose oldest can be dropped without moving the others.
///
/// Stored in chunks of 64, so that the list has no spare capacity, and a history that an observer retains is not copied
/// as a whole for the next step.
@frozen
@usableFromInline
struct StepStack<Document>: Sendable, Equatable {
  @usableFromInline typealias Piece = [UndoStep<Document>?]

  /// The chunks before `first` are empty; no other chunk is.
  @usableFromInline var pieces: [Piece] = []
  @usableFromInline var first = 0
  /// The number of dropped steps in the first chunk.
  @usableFromInline var removed = 0
  @usableFromInline var count = 0
  /// The approximate memory of the steps.
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

  @inlinable
  mutating func addPiece() {
    var piece = Piece()
    // A short history grows on demand.
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
    // Each chunk is moved at most once for each removed chunk.
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

/// Determines which changes are undone together, and their name in a menu.
///
/// ```swift
/// history.change(&document, .joined("note 7").named("Typing")) { $0.notes[id: 7]?.text += "a" }
/// ```
public struct UndoGrouping: Hashable, Sendable {
  @usableFromInline
  enum Kind: Hashable, Sendable {
    case single
    case joined(String, pause: Duration?)
    case outside
  }

  @usableFromInline let kind: Kind
  /// The name of the step in a menu, as in "Undo Typing".
  public private(set) var name: String?

  /// A separate step.
  public static var single: UndoGrouping { UndoGrouping(kind: .single) }

  /// A change that is not undone, for example data from a server. Earlier steps remain, and find their elements by id.
  public static var outside: UndoGrouping { UndoGrouping(kind: .outside) }

  /// A single step with the preceding changes of the same key, for example typing in one field, or a gesture.
  ///
  /// The group ends with any other step, with undoing and redoing, and with ``History/closeGroup()``.
  ///
  /// - Parameters:
  ///   - key: Identifies the group, for example "note 7".
  ///   - pause: The time after the last change at which the group ends, on the store's clock. Nil for a gesture, which
  ///     ends with `closeGroup`.
  public static func joined(_ key: String, pause: Duration? = .seconds(1)) -> UndoGrouping {
    UndoGrouping(kind: .joined(key, pause: pause))
  }

  /// Returns the same grouping with a name for menus. A group has the first name that is set.
  public func named(_ name: String) -> UndoGrouping {
    var grouping = self
    grouping.name = name
    return grouping
  }
}
