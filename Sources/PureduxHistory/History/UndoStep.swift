/// What takes a step back: a change of one part or of several.
@usableFromInline
struct UndoStep<Document>: Sendable {
  /// Names the step in this history: a step that was undone and made again keeps it.
  @usableFromInline let number: Int
  /// What a menu calls it.
  @usableFromInline let name: String?
  @usableFromInline var first: any PartChange<Document>
  /// Those of other parts.
  @usableFromInline var others: [any PartChange<Document>] = []
  /// About how much memory it takes.
  @usableFromInline var bytes = 0

  /// Nil where nothing was changed.
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

  /// Takes the step back, its last change first.
  @inlinable
  func revert(_ document: inout Document) {
    for change in others.reversed() { change.revert(&document) }
    first.revert(&document)
  }

  /// Adds a later step. Returns nil where both change nothing together.
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

/// Steps of which the latest is on top, and the oldest can go without moving the others.
@usableFromInline
struct StepStack<Document>: Sendable, Equatable {
  @usableFromInline var steps: [UndoStep<Document>?] = []
  @usableFromInline var removed = 0
  /// About how much memory the steps take.
  @usableFromInline var bytes = 0

  @inlinable
  init() {}

  @inlinable var count: Int { steps.count - removed }
  @inlinable var isEmpty: Bool { count == 0 }
  var last: UndoStep<Document>? { isEmpty ? nil : steps[steps.count - 1] }
  /// The oldest first.
  var all: [UndoStep<Document>] { steps.dropFirst(removed).compactMap { $0 } }

  @inlinable
  mutating func append(_ step: UndoStep<Document>) {
    steps.append(step)
    bytes += step.bytes
  }

  @inlinable
  mutating func popLast() -> UndoStep<Document>? {
    guard !isEmpty, let step = steps.removeLast() else { return nil }
    bytes -= step.bytes
    return step
  }

  @usableFromInline
  mutating func removeFirst() {
    guard !isEmpty else { return }
    bytes -= steps[removed]?.bytes ?? 0
    steps[removed] = nil
    removed += 1
    // Each step is moved once for each that is removed, at most.
    if removed > 64, removed > steps.count / 2 {
      steps.removeFirst(removed)
      removed = 0
    }
  }

  @usableFromInline
  mutating func removeAll() { self = StepStack() }

  @usableFromInline
  static func == (one: StepStack, other: StepStack) -> Bool {
    one.count == other.count
      && zip(one.steps.dropFirst(one.removed), other.steps.dropFirst(other.removed)).allSatisfy(==)
  }
}
