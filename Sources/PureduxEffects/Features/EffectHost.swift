/// The effects attached to one store: the observer of the store's states, and the supervisors of the work.
///
/// All effects of a store share a host, whether they were attached one by one or as a set. The effects that are attached
/// in an `EffectGroup` share a host of the group's own.
final class EffectHost: Cancellable {
  let store: SupervisedStore
  /// The name of the first attached effect, for reports.
  private let name: String
  private let states: ObjectIdentifier
  private let group: WeakReference<EffectGroup>?
  private let content = Guarded(Content())
  private let observation = Guarded<StoreSubscription?>(nil)
  private let hasEnded = AtomicFlag()
  /// Lends the present state to a closure, in a turn of the store.
  // SAFETY: the pointer is used only during the call.
  private let lendState: @Sendable (_ body: @escaping @Sendable (UnsafeRawPointer, borrowing Turn) -> Void) -> Void

  private struct Content: Sendable {
    /// Nil once the host has ended, so that the application's closures are released.
    var walk: TurnLocal<EffectWalk>?
    var works: [EffectWork] = []
    /// The sets that no turn has added yet.
    var added: [@Sendable (EffectWalk) -> Void] = []
  }

  init<State, Action>(_ store: StateStore<State, Action>, name: String) {
    self.name = name
    self.store = SupervisedStore(store)
    states = store.node.statesID
    group = EffectGroup.current.map { WeakReference($0) }
    lendState = { [mailbox = store.node.tree.mailbox, read = store.node.readPresentState] body in
      mailbox.post { turn in withUnsafePointer(to: read()) { body(UnsafeRawPointer($0), turn) } }
    }
  }

  var isEnded: Bool { hasEnded.isRaised }

  /// Starts to observe the states of the store, and ends with it.
  func begin<State, Action>(
    _ walk: TurnLocal<EffectWalk>, in store: StateStore<State, Action>, by observer: Registration<State>
  ) {
    content.withLock { $0.walk = walk }
    let node = store.node
    let subscription = node.subscribe(observer)
    observation.withLock { $0 = subscription }
    if node.isProjection, EffectGroup.current == nil { reportIfRepeated(node.attachedWork) }
    node.keep(self)
    joinEffectGroup()
  }

  /// Returns the host to which another effect of the store must be added, if there is one.
  static func present<State, Action>(in store: StateStore<State, Action>) -> EffectHost? {
    let (group, states) = (EffectGroup.current, store.node.statesID)
    return store.node.attachedWork.lazy.compactMap { $0 as? EffectHost }
      .first { !$0.isEnded && $0.states == states && $0.group?.object === group }
  }

  /// Adds a set in a turn of the store. Returns false if the host has ended.
  func add(_ install: @escaping @Sendable (EffectWalk) -> Void) -> Bool {
    let isOpen = content.withLock { content in
      if content.walk != nil { content.added.append(install) }
      return content.walk != nil
    }
    if isOpen {
      inTurn { $0.updateAdded($1) }
    }
    return isOpen
  }

  /// Returns the sets that were added since the last call.
  func takeAdded() -> [@Sendable (EffectWalk) -> Void] {
    content.withLock { content in
      defer { content.added = [] }
      return content.added
    }
  }

  func inTurn(_ body: @escaping @Sendable (EffectWalk, UnsafeRawPointer) -> Void) {
    lendState { [self] state, turn in content.withLock { $0.walk }?.with(turn) { body($0, state) } }
  }

  /// Re-evaluates the postponed effects of all work.
  func reevaluate() { for work in works { reevaluate(work) } }

  /// A weak reference, because a message that is delivered late must not retain the application's closures.
  func reevaluate(_ work: EffectWork) {
    inTurn { [weak work] walk, state in if let work { walk.askAgain(work, state) } }
  }

  var works: [EffectWork] { content.withLock { $0.works } }

  /// Retains work until it ends. Work that is added after the end is cancelled.
  func keep(_ work: EffectWork) {
    let isKept = content.withLock { content in
      if content.walk != nil { content.works.append(work) }
      return content.walk != nil
    }
    if !isKept { work.supervisor.cancel() }
  }

  func remove(_ work: EffectWork) { content.withLock { $0.works.removeAll { $0 === work } } }

  func cancel() {
    guard hasEnded.raise() else { return }
    let content = content.withLock { content in
      defer { content = Content() }
      return content
    }
    for work in content.works { work.supervisor.cancel() }
    observation.take()?.cancel()
  }

  /// Reports an effect that is attached repeatedly. For example, a function may attach the same effect to a new
  /// projection on each call.
  private func reportIfRepeated(_ attached: [any Cancellable]) {
    let alike = attached.lazy.compactMap { $0 as? EffectHost }.filter {
      !$0.isEnded && $0.name == self.name && $0.store.projectedType == self.store.projectedType
    }
    if alike.prefix(Self.alikeAtMost + 1).count == Self.alikeAtMost {
      store.context.report(.repeatedAttachment(name: name, count: Self.alikeAtMost + 1))
    }
  }

  private static var alikeAtMost: Int { 8 }
}

/// Compares each state of a store with the requests of its effects, and passes the changed requests to the supervisors.
@usableFromInline
final class EffectWalk: @unchecked Sendable {
  // SAFETY: accessed only in turns of the store, as a `TurnLocal` value or by the units that it contains, except before
  // its host observes the store. No function is called while another is running.
  let host: EffectHost
  @usableFromInline let unit = EffectUnit()
  /// The work of declarations whose effects share a supervisor.
  @exclusivity(unchecked) private var shared: [ObjectIdentifier: EffectWork] = [:]
  /// The work with changed requests.
  @exclusivity(unchecked) private var changed: ContiguousArray<EffectWork> = []
  /// The work that was running or waiting after the last state.
  @exclusivity(unchecked) private var active: ContiguousArray<EffectWork> = []
  // SAFETY: as above: accessed only in turns of the store.
  /// Counts the states.
  @exclusivity(unchecked) private var number = 0
  /// Nil if the effects are not all effects of the state.
  @exclusivity(unchecked) private var check: EffectCheck?

  /// - Parameter isWhole: Whether the effects are all effects of a feature.
  init(_ host: EffectHost, isWhole: Bool) {
    self.host = host
    check = isWhole ? EffectCheck() : nil
  }

  /// Processes a new state of the store.
  func update(_ state: UnsafeRawPointer) {
    number += 1
    unit.updateState(state) { if !changed.isEmpty { flush(state, isNewState: true) } }
    if !active.isEmpty { askAgain(state) }
    #if DEBUG
      check?.check(host)
    #endif
  }

  /// Processes the present state for effects that were attached since the last state.
  func updateAdded(_ state: UnsafeRawPointer) {
    let added = host.takeAdded()
    if added.isEmpty { return }
    for install in added { install(self) }
    unit.updateState(state) { if !changed.isEmpty { flush(state, isNewState: false) } }
  }

  /// Records the type of a declared part, for the check of a debug build.
  @usableFromInline
  func name(_ part: Any.Type) {
    #if DEBUG
      host.store.coverage.add(part)
    #endif
  }

  /// Records that a closure selects jobs from a state, for the check of a debug build.
  @usableFromInline
  func name(selectionIn state: Any.Type) {
    #if DEBUG
      host.store.coverage.add(selectionIn: state)
    #endif
  }

  func add(_ change: RequestChange, to work: EffectWork) {
    if work.changes.isEmpty { changed.append(work) }
    work.changes.append(change)
  }

  private func flush(_ state: UnsafeRawPointer, isNewState: Bool) {
    for work in changed {
      let isFirst = work.lastNumber != number
      work.lastNumber = number
      note(work, isQuiet: work.change(state, isNewState: isNewState && isFirst))
    }
    changed.removeAll(keepingCapacity: true)
  }

  private func note(_ work: EffectWork, isQuiet: Bool) {
    if isQuiet || work.isActive { return }
    work.isActive = true
    active.append(work)
  }

  /// Re-evaluates postponed effects whose requests have not changed.
  private func askAgain(_ state: UnsafeRawPointer) {
    var hasQuiet = false
    for work in active {
      if work.lastNumber != number {
        work.lastNumber = number
        work.isActive = !work.change(state, isNewState: true)
      }
      hasQuiet = hasQuiet || !work.isActive
    }
    if hasQuiet { active.removeAll { !$0.isActive } }
  }

  func askAgain(_ work: EffectWork, _ state: UnsafeRawPointer) {
    if let askAgain = work.askAgain { askAgain(state) } else { _ = work.change(state, isNewState: true) }
  }

  /// Returns the work of a declaration: shared by all parts, or new if each part needs a supervisor of its own.
  func work(of declaration: EffectDeclaration, _ path: PartPath?) -> EffectWork {
    if declaration.overlap == .queued { return ownWork(declaration, path) }
    let key = ObjectIdentifier(declaration)
    if let work = shared[key] { return work }
    let work = EffectWork(declaration, host, path: nil, isShared: true)
    shared[key] = work
    return work
  }

  /// Returns new work with a supervisor of its own.
  func ownWork(_ declaration: EffectDeclaration, _ path: PartPath?) -> EffectWork {
    EffectWork(declaration, host, path: path, isShared: false)
  }

  /// Ends work with a supervisor of its own.
  func end(_ work: EffectWork) {
    work.supervisor.cancel()
    host.remove(work)
    active.removeAll { $0 === work }
    changed.removeAll { $0 === work }
    work.changes = []
  }
}

/// The runs of a declared effect in one store, and their supervisor.
@usableFromInline
final class EffectWork: @unchecked Sendable {
  // SAFETY: `supervisor` and `isShared` are constant; everything else is accessed as the properties of `EffectWalk`.
  @usableFromInline let supervisor: Supervisor
  let isShared: Bool
  /// The declaration, retained so that its address identifies the work.
  private let declaration: EffectDeclaration
  @exclusivity(unchecked) var changes: [RequestChange] = []
  @exclusivity(unchecked) var isActive = false
  /// The number of the last state that the supervisor processed.
  @exclusivity(unchecked) var lastNumber = 0
  /// Re-evaluates the postponed effects of a list, which processes its requests itself; nil for single requests.
  @usableFromInline var askAgain: ((_ state: UnsafeRawPointer) -> Void)?

  init(_ declaration: EffectDeclaration, _ host: EffectHost, path: PartPath?, isShared: Bool) {
    (self.declaration, self.isShared) = (declaration, isShared)
    let weak = WeakWork()
    supervisor = Supervisor(
      host.store.forAttachment(), declaration.run.named(below: path),
      SupervisorState(overlap: declaration.overlap, limit: declaration.limit)
    ) { [weak host] _ in if let work = weak.work { host?.reevaluate(work) } }
    weak.work = self
    host.keep(self)
  }

  /// Passes the changed requests to the supervisor. Returns true if no effect is running or waiting afterwards.
  func change(_ state: UnsafeRawPointer, isNewState: Bool) -> Bool {
    defer { changes.removeAll(keepingCapacity: changes.count == 1) }
    return supervisor.change(changes, isNewState: isNewState) { runs in
      let factories = runs.map { $0.origin?.slot.object?.factory(state, supervisor) }
      if runs.count == 1, let factory = factories[0] { return factory }
      let first = runs[0].number
      return { run in factories[run.number - first]?(run) }
    }
  }
}

/// A weak reference that is set after its owner was created.
private final class WeakWork: @unchecked Sendable {
  // SAFETY: set once, in the initializer of the work, before any other thread has a reference.
  weak var work: EffectWork?
}
