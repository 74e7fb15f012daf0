/// What an attachment for the elements of a list keeps from one state of its store to the next: which version of the list
/// it has seen, and what its elements asked for.
@frozen
@usableFromInline
struct ElementRequests<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
  @usableFromInline typealias Job = (Element) -> Effect.State?
  /// Gives the priority of an element; nil where all have that of the attachment.
  @usableFromInline typealias Priority = (Element) -> TaskPriority
  /// Gives the factory for runs of these elements, of which the first has the number `first`.
  @usableFromInline
  typealias FactorySource = (_ elements: [Element?], _ first: Int) -> Supervisor.EffectFactory

  @usableFromInline var version: Version?
  /// The jobs that have been asked for, by element.
  @usableFromInline var jobs: [Element.ID: Effect.State] = [:]
  /// The elements of the jobs that are or were in progress, while they have them.
  @usableFromInline var owners: [Identity: Element.ID] = [:]
  /// Whether nothing runs or waits.
  @usableFromInline var isQuiet = true
  /// The elements that may have changed, with the positions where they were last; empty between two states, and kept for
  /// its memory, as is the next.
  @usableFromInline var changed: [(id: Element.ID, position: Int)] = []
  /// The requests of these elements that differ from before.
  @usableFromInline var changes = RequestChanges()

  @inlinable
  init() {}

  /// Has the supervisor compare what changed since the last list, which has this version now.
  ///
  /// The list is asked for only if it changed: a copy of it counts its references, which takes longer than to compare
  /// versions. The elements that start something are kept until their effects are made, and the list is not: the next
  /// change would have to copy it.
  @inlinable
  mutating func update(
    _ version: Version, _ supervisor: Supervisor, _ job: Job, _ priority: Priority?, _ source: FactorySource,
    list: () -> OrderedState<Element>
  ) {
    if self.version == version {
      if !isQuiet { isQuiet = askAgain(list(), supervisor, source) }
      return
    }
    let list = list()
    let isKnown = collectChanges(of: list)
    self.version = list.version
    // Where several elements have one and the same job, only all of them together tell which one has it.
    if isKnown, !supervisor.hasDuplicates {
      compareChanged(of: list, supervisor, job, priority, source)
    } else {
      compareAll(of: list, supervisor, job, priority, source)
    }
    changed.removeAll(keepingCapacity: true)
  }

  /// Has the supervisor ask again for postponed effects. True when nothing runs or waits then.
  @inlinable
  @discardableResult
  func askAgain(_ list: OrderedState<Element>, _ supervisor: Supervisor, _ source: FactorySource) -> Bool {
    supervisor.stateChanged { factory($0, list, source) }
  }

  /// The factory for some runs, whose numbers follow one another.
  @inlinable
  func factory(
    _ runs: [EffectRun], _ list: OrderedState<Element>, _ source: FactorySource
  ) -> Supervisor.EffectFactory {
    source(runs.map { run in owners[run.state.id].flatMap { list[id: $0] } }, runs[0].number)
  }

  /// Collects the elements that may have changed, in the order of the list; false where all may have.
  @inlinable
  mutating func collectChanges(of list: OrderedState<Element>) -> Bool {
    guard let version else { return false }
    guard list.forEachChange(since: version, { changed.append(($0.id, $0.position)) }) else { return false }
    guard changed.count > 1 else { return true }
    for index in changed.indices {
      changed[index].position = list.index(id: changed[index].id, expectedAt: changed[index].position) ?? -1
    }
    changed.sort { $0.position < $1.position }
    return true
  }

  /// Compares the elements that may have changed; all others ask for the same as before.
  @inlinable
  mutating func compareChanged(
    of list: OrderedState<Element>, _ supervisor: Supervisor, _ job: Job, _ priority: Priority?, _ source: FactorySource
  ) {
    for (id, position) in changed {
      compare(id, list.index(id: id, expectedAt: position).map { list[$0] }, job, priority)
    }
    if changes.isEmpty {
      if !isQuiet { isQuiet = askAgain(list, supervisor, source) }
    } else {
      isQuiet = supervisor.change(changes) { factory($0, list, source) }
      changes.removeAll()
    }
  }

  /// Notes what an element asks for now, unless it is the same as before.
  @inlinable
  mutating func compare(_ id: Element.ID, _ element: Element?, _ job: Job, _ priority: Priority?) {
    let known = jobs.index(forKey: id)
    let (was, asked) = (known.map { jobs.values[$0] }, element.flatMap(job))
    if let priority, let element, let asked, asked.isInProgress {
      changes.priorities[asked.id] = WorkPriority(priority(element))
    }
    if let was, let asked, was.asksTheSame(as: asked) { return }
    if was == nil, asked?.isIdle != false { return }
    if let was {
      changes.old.append(was)
      if was.id != asked?.id { disown(was, by: id) }
    }
    if let asked {
      changes.new.append(asked)
      if asked.isInProgress { owners[asked.id] = id }
    }
    if let known, let asked { jobs.values[known] = asked } else { jobs[id] = asked }
  }

  /// Compares all elements with all that was asked for before.
  @inlinable
  mutating func compareAll(
    of list: OrderedState<Element>, _ supervisor: Supervisor, _ job: Job, _ priority: Priority?,
    _ source: FactorySource
  ) {
    let before = jobs
    var ids: [Element.ID] = []
    var changes = RequestChanges()
    for element in list {
      guard let asked = job(element), !asked.isIdle || before[element.id] != nil else { continue }
      ids.append(element.id)
      changes.new.append(asked)
      if let priority, asked.isInProgress { changes.priorities[asked.id] = WorkPriority(priority(element)) }
    }
    // With their room from the start: growing would hash all of them again.
    jobs = Dictionary(minimumCapacity: changes.new.count)
    owners = Dictionary(minimumCapacity: changes.new.count { $0.isInProgress })
    for (id, asked) in zip(ids, changes.new) {
      jobs[id] = asked
      if asked.isInProgress { owners[asked.id] = id }
    }
    changes.old = Array(before.values)
    isQuiet = supervisor.change(changes) { factory($0, list, source) }
  }

  @inlinable
  mutating func disown(_ asked: Effect.State, by id: Element.ID) {
    // Its job may have been given to another element in the same change.
    guard let index = owners.index(forKey: asked.id), owners[index].value == id else { return }
    owners.remove(at: index)
  }
}
