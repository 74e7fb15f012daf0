/// The changes of a document that can be undone, and those that were undone and can be made again.
///
/// It stands beside the document in the state. It keeps what takes each change back, recorded where the change happens: an
/// element as it was, and its position; no document and no collection. So a change of one of a million elements stays a
/// change in place, and its step takes the memory of that element.
///
/// ```swift
/// struct Library: Sendable {
///   var document = Document()
///   var history = History<Document>()
///   var selection: Int?                    // beside the document: never undone
///
///   mutating func reduce(_ action: LibraryAction) {
///     switch action {
///     case .write(let id, let text):
///       history.change(&document, .joined("note \(id)").named("Typing")) { $0.notes[id: id]?.text = text }
///     case .remove(let id):
///       history.change(&document, .single.named("Delete Note")) { $0.notes.remove(id: id) }
///     case .arrived(let note): history.change(&document, .outside) { $0.notes.append(note) }
///     case .undo: history.undo(&document)
///     case .redo: history.redo(&document)
///     }
///   }
/// }
/// ```
public struct History<Document: Undoable>: Sendable {
  /// How much a history keeps. The oldest steps go first; the latest is kept, whatever its size.
  public struct Limits: Hashable, Sendable {
    /// How many steps there are at most, undone ones included.
    public var steps: Int
    /// About how many bytes they take at most.
    public var bytes: Int

    /// Makes limits; a negative number counts as 0.
    ///
    /// - Parameters:
    ///   - steps: How many steps there are at most, undone ones included; with 0 nothing can be undone.
    ///   - bytes: About how many bytes they take at most.
    public init(steps: Int = 1_000, bytes: Int = 16 << 20) {
      (self.steps, self.bytes) = (max(steps, 0), max(bytes, 0))
    }
  }

  /// A group that a change of the same key still joins.
  @usableFromInline
  struct OpenGroup: Equatable, Sendable, Codable {
    var key: String
    /// When the last change joined; zero where the group has no pause.
    var time: Duration

    func accepts(_ key: String, _ pause: Duration?, at time: Duration) -> Bool {
      guard key == self.key else { return false }
      return pause.map { (.zero...max($0, .zero)).contains(time - self.time) } ?? true
    }
  }

  /// How much is kept. A smaller limit takes effect at once.
  public var limits: Limits { didSet { trim(keepingUndone: undoing.isEmpty) } }
  @usableFromInline var undoing = StepStack<Document>()
  @usableFromInline var redoing = StepStack<Document>()
  @usableFromInline var open: OpenGroup?
  @usableFromInline var nextNumber = 0
  /// Counts what was done with this history.
  @usableFromInline var uses = 0

  /// Starts with no steps.
  public init(limits: Limits = Limits()) { self.limits = limits }

  /// Whether there is a step to undo.
  public var canUndo: Bool { !undoing.isEmpty }
  /// Whether there is an undone step to make again.
  public var canRedo: Bool { !redoing.isEmpty }
  /// What a menu calls the step that would be undone.
  public var undoName: String? { undoing.last?.name }
  /// What a menu calls the step that would be made again.
  public var redoName: String? { redoing.last?.name }
  /// How many steps can be undone.
  public var undoCount: Int { undoing.count }
  /// How many undone steps can be made again.
  public var redoCount: Int { redoing.count }
  /// About how much memory the steps take.
  @inlinable public var bytes: Int { undoing.bytes + redoing.bytes }

  /// Changes the document, so that the change can be undone.
  ///
  /// A change that leaves all as it was is no step. A step removes what could be made again. If `body` throws, what it has
  /// changed until then is a step.
  ///
  /// - Parameters:
  ///   - document: The document whose steps are here.
  ///   - grouping: Which changes are undone together; each of its own by default.
  ///   - body: Changes the document in place.
  /// - Returns: What `body` returns.
  @inlinable @discardableResult
  public mutating func change<Result>(
    _ document: inout Document, _ grouping: UndoGrouping = .single, _ body: (inout Document) throws -> Result
  ) rethrows -> Result {
    guard grouping.kind != .outside else { return try body(&document) }
    let recording = DocumentRecording(&document)
    defer { finish(recording, &document, grouping) }
    return try body(&document)
  }

  /// Ends a group, such as a gesture: the next change is a step of its own.
  public mutating func closeGroup() { open = nil }

  /// Takes the last step back. Steps that would change nothing any more, because their elements are gone, are skipped.
  ///
  /// - Returns: False where there was nothing to undo.
  @inlinable @discardableResult
  public mutating func undo(_ document: inout Document) -> Bool {
    begin()
    while let step = undoing.popLast() {
      guard let opposite = opposite(of: step, &document) else { continue }
      redoing.append(opposite)
      trim(keepingUndone: true)
      return true
    }
    return false
  }

  /// Makes the step again that was undone last.
  ///
  /// - Returns: False where there was nothing to make again.
  @inlinable @discardableResult
  public mutating func redo(_ document: inout Document) -> Bool {
    begin()
    while let step = redoing.popLast() {
      guard let opposite = opposite(of: step, &document) else { continue }
      undoing.append(opposite)
      trim(keepingUndone: false)
      return true
    }
    return false
  }

  /// Forgets all steps, for example when another document was opened.
  public mutating func removeAll() {
    begin()
    undoing.removeAll()
    redoing.removeAll()
  }

  /// Adds what a recording has found, as a step or to the step before.
  @inlinable
  mutating func finish(_ recording: DocumentRecording<Document>, _ document: inout Document, _ grouping: UndoGrouping) {
    guard let changes = recording.end(in: &document) else {
      begin()
      return redoing.removeAll()
    }
    guard let step = UndoStep(number: nextNumber, name: grouping.name, changes) else { return }
    if !redoing.isEmpty { redoing.removeAll() }
    uses &+= 1
    guard case .joined(let key, let pause) = grouping.kind else {
      open = nil
      return push(step)
    }
    join(step, in: document, key, pause)
  }

  /// Adds a step to the one before, where their group is open.
  @usableFromInline
  mutating func join(_ step: UndoStep<Document>, in document: Document, _ key: String, _ pause: Duration?) {
    let time = pause == nil ? .zero : StoreContext.current.clock.now()
    let isOpen = open?.accepts(key, pause, at: time) ?? false
    open = OpenGroup(key: key, time: time)
    guard isOpen, let last = undoing.popLast() else { return push(step) }
    if let joined = last.joined(with: step, in: document) {
      undoing.append(joined)
      trim(keepingUndone: false)
    } else {
      open = nil
    }
  }

  @usableFromInline
  mutating func begin() {
    open = nil
    uses &+= 1
  }

  @inlinable
  mutating func push(_ step: UndoStep<Document>) {
    nextNumber &+= 1
    undoing.append(step)
    trim(keepingUndone: false)
  }

  @inlinable
  func opposite(of step: UndoStep<Document>, _ document: inout Document) -> UndoStep<Document>? {
    let recording = DocumentRecording(&document)
    step.revert(&document)
    return recording.end(in: &document).flatMap { UndoStep(number: step.number, name: step.name, $0) }
  }

  /// Lets go of the oldest steps, then of those that were undone first, until the rest is within the limits.
  @inlinable
  mutating func trim(keepingUndone: Bool) {
    while undoing.count + redoing.count > limits.steps || bytes > limits.bytes {
      let isLast = undoing.count + redoing.count == 1 && limits.steps > 0
      if isLast { return }
      if undoing.count > (keepingUndone || limits.steps == 0 ? 0 : 1) {
        undoing.removeFirst()
      } else if !redoing.isEmpty {
        redoing.removeFirst()
      } else {
        return
      }
    }
  }
}

extension History: Equatable {
  /// Whether the same steps can be undone and made again.
  public static func == (one: History, other: History) -> Bool {
    one.limits == other.limits && one.open == other.open && one.undoing == other.undoing
      && one.redoing == other.redoing
  }
}

extension History: CustomReflectable {
  /// The names of the steps, so that a description or a difference shows no more.
  public var customMirror: Mirror {
    func names(_ steps: StepStack<Document>) -> [String] { steps.all.map { $0.name ?? "step \($0.number)" } }
    return Mirror(self, children: ["undo": names(undoing), "redo": names(redoing)], displayStyle: .struct)
  }
}
