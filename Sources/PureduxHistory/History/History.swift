/// The undo and redo steps of a document.
///
/// Store the history next to the document in the state. The history records the reversal of each change, for example an
/// element's old content and position, but never copies the document or a collection. As a result, a change to one of a
/// million elements is made in place, and its step needs memory only for that element.
///
/// ```swift
/// struct Library: Sendable {
///   var document = Document()
///   var history = History<Document>()
///   var selection: Int?                    // next to the document: never undone
///
///   mutating func reduce(_ action: LibraryAction) {
///     switch action {
///     case .write(let id, let text):
///       history.change(&document, .coalesced("note \(id)").named("Typing")) { $0.notes[id: id]?.text = text }
///     case .remove(let id):
///       history.change(&document, .single.named("Delete Note")) { $0.notes.remove(id: id) }
///     case .arrived(let note): history.change(&document, .untracked) { $0.notes.append(note) }
///     case .undo: history.undo(&document)
///     case .redo: history.redo(&document)
///     }
///   }
/// }
/// ```
public struct History<Document: Undoable>: Sendable {
  /// The limits of a history. The oldest steps are dropped first; the latest step is kept regardless of its size.
  public struct Limits: Hashable, Sendable {
    /// The maximum number of steps, including undone steps.
    public var steps: Int
    /// The approximate maximum size of the steps in bytes.
    public var bytes: Int

    /// Creates limits. A negative number is treated as 0.
    ///
    /// - Parameters:
    ///   - steps: The maximum number of steps, including undone steps. With a limit of 0, nothing can be undone.
    ///   - bytes: The approximate maximum size of the steps in bytes.
    public init(steps: Int = 1_000, bytes: Int = 16 << 20) {
      (self.steps, self.bytes) = (max(steps, 0), max(bytes, 0))
    }
  }

  /// The open group, which the next change joins if the change has the same key.
  @usableFromInline
  struct OpenGroup: Equatable, Sendable, Codable {
    var key: String
    /// The wall-clock time of the last change; zero if the group has no pause. Wall-clock times remain comparable after
    /// a restart.
    var time: Duration

    func accepts(_ key: String, _ pause: Duration?, at time: Duration) -> Bool {
      guard key == self.key else { return false }
      return pause.map { (.zero...max($0, .zero)).contains(time - self.time) } ?? true
    }
  }

  /// The limits. Lowering a limit immediately drops the steps that exceed it.
  public var limits: Limits { didSet { trim(keepingUndone: undoing.isEmpty) } }
  @usableFromInline var undoing = StepStack<Document>()
  @usableFromInline var redoing = StepStack<Document>()
  @usableFromInline var open: OpenGroup?
  @usableFromInline var nextNumber = 0
  /// Counts the operations that may have changed the steps.
  @usableFromInline var uses = 0
  /// Counts the `.untracked` changes, which are not recorded because the user did not make them.
  @usableFromInline var outsideChanges = 0

  /// Creates an empty history.
  public init(limits: Limits = Limits()) { self.limits = limits }

  /// Whether there is a step to undo.
  public var canUndo: Bool { !undoing.isEmpty }
  /// Whether there is a step to redo.
  public var canRedo: Bool { !redoing.isEmpty }
  /// The name of the step to undo, for a menu.
  public var undoName: String? { undoing.last?.name }
  /// The name of the step to redo, for a menu.
  public var redoName: String? { redoing.last?.name }
  /// The number of steps to undo.
  public var undoCount: Int { undoing.count }
  /// The number of steps to redo.
  public var redoCount: Int { redoing.count }
  /// The approximate size of the steps in bytes.
  @inlinable public var bytes: Int { undoing.bytes + redoing.bytes }

  /// Changes the document, and records an undo step.
  ///
  /// If nothing actually changes, no step is recorded. Recording a step clears the redo steps. If `body` throws, the
  /// changes made before the error become a step.
  ///
  /// - Parameters:
  ///   - document: The document of this history.
  ///   - grouping: Determines which changes are undone together; by default each change is undone separately.
  ///   - body: Changes the document in place.
  /// - Returns: The result of `body`.
  @inlinable @discardableResult
  public mutating func change<Result>(
    _ document: inout Document, _ grouping: UndoGrouping = .single, _ body: (inout Document) throws -> Result
  ) rethrows -> Result {
    guard grouping.kind != .untracked else {
      outsideChanges &+= 1
      return try body(&document)
    }
    let recording = DocumentRecording(&document)
    defer { finish(recording, &document, grouping) }
    return try body(&document)
  }

  /// Closes the open group, for example at the end of a gesture. The next change begins a new step.
  public mutating func closeGroup() {
    if open == nil { return }
    open = nil
    undoing.endGroup()
  }

  /// Undoes the last step. Skips steps that no longer have an effect because their elements were removed.
  ///
  /// - Returns: False if there was nothing to undo.
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

  /// Redoes the step that was undone last.
  ///
  /// - Returns: False if there was nothing to redo.
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

  /// Removes all steps, for example when another document is opened.
  public mutating func removeAll() {
    begin()
    undoing.removeAll()
    redoing.removeAll()
  }

  /// Adds the changes of a recording as a new step, or merges them into the previous step.
  @inlinable
  mutating func finish(_ recording: DocumentRecording<Document>, _ document: inout Document, _ grouping: UndoGrouping) {
    guard let changes = recording.end(in: &document) else {
      begin()
      return redoing.removeAll()
    }
    guard let step = UndoStep(number: nextNumber, name: grouping.name, changes) else { return }
    if !redoing.isEmpty { redoing.removeAll() }
    uses &+= 1
    guard case .coalesced(let key, let pause) = grouping.kind else {
      closeGroup()
      return push(step)
    }
    join(step, in: document, key, pause)
  }

  /// Merges a step into the previous step if their group is open; otherwise, pushes the step.
  @usableFromInline
  mutating func join(_ step: UndoStep<Document>, in document: Document, _ key: String, _ pause: Duration?) {
    let time = pause == nil ? .zero : StoreContext.current.clock.wallTime()
    let isOpen = open?.accepts(key, pause, at: time) ?? false
    if !isOpen { closeGroup() }
    open = OpenGroup(key: key, time: time)
    guard isOpen, var last = undoing.popLast() else { return push(step) }
    if last.join(step, in: document) {
      undoing.append(last)
      trim(keepingUndone: false)
    } else {
      open = nil
    }
  }

  @usableFromInline
  mutating func begin() {
    closeGroup()
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

  /// Enforces the limits: drops the oldest undo steps, then the redo steps that were undone first.
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
  /// Returns whether two histories have equal steps, limits and open groups.
  public static func == (one: History, other: History) -> Bool {
    one.limits == other.limits && one.open == other.open && one.undoing == other.undoing
      && one.redoing == other.redoing
  }
}

extension History: CustomReflectable {
  /// Shows only the names of the steps, so that descriptions and diffs stay short.
  public var customMirror: Mirror {
    func names(_ steps: StepStack<Document>) -> [String] { steps.all.map { $0.name ?? "step \($0.number)" } }
    return Mirror(self, children: ["undo": names(undoing), "redo": names(redoing)], displayStyle: .struct)
  }
}
