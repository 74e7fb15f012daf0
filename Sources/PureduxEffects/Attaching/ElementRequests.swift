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
  /// The elements of the jobs in progress.
  @usableFromInline var owners: [Identity: Element.ID] = [:]
  /// Whether nothing runs or waits.
  @usableFromInline var isQuiet = true

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
    let changed = changedElements(of: list)
    self.version = list.version
    // Where several elements have one and the same job, only all of them together tell which one has it.
    if let changed, !supervisor.hasDuplicates {
      compare(changed, of: list, supervisor, job, priority, source)
    } else {
      compareAll(of: list, supervisor, job, priority, source)
    }
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

  /// The elements that may have changed, in the order of the list, those that are gone first; nil where all may have.
  @inlinable
  func changedElements(of list: OrderedState<Element>) -> [Element.ID]? {
    guard let version else { return nil }
    var ids: [Element.ID] = []
    guard list.forEachChange(since: version, { ids.append($0.id) }) else { return nil }
    guard ids.count > 1 else { return ids }
    return ids.map { (id: $0, position: list.index(id: $0) ?? -1) }.sorted { $0.position < $1.position }.map(\.id)
  }

  /// Compares some elements; all others ask for the same as before.
  @inlinable
  mutating func compare(
    _ ids: [Element.ID], of list: OrderedState<Element>, _ supervisor: Supervisor, _ job: Job, _ priority: Priority?,
    _ source: FactorySource
  ) {
    var (old, new): ([Effect.State], [Effect.State]) = ([], [])
    var priorities: [Identity: WorkPriority] = [:]
    for id in ids {
      let element = list[id: id]
      let (was, asked) = (jobs[id], element.flatMap(job))
      if let priority, let element, let asked, asked.isInProgress {
        priorities[asked.id] = WorkPriority(priority(element))
      }
      if let was, let asked, was.asksTheSame(as: asked) { continue }
      if was == nil, asked?.isIdle != false { continue }
      if let was {
        old.append(was)
        disown(was, by: id)
      }
      if let asked {
        new.append(asked)
        note(asked, of: id)
      } else {
        jobs[id] = nil
      }
    }
    if old.isEmpty, new.isEmpty, priorities.isEmpty {
      if !isQuiet { isQuiet = askAgain(list, supervisor, source) }
    } else {
      isQuiet = supervisor.change(old, to: new, priorities: priorities) { factory($0, list, source) }
    }
  }

  /// Compares all elements with all that was asked for before.
  @inlinable
  mutating func compareAll(
    of list: OrderedState<Element>, _ supervisor: Supervisor, _ job: Job, _ priority: Priority?,
    _ source: FactorySource
  ) {
    let before = jobs
    var (ids, new): ([Element.ID], [Effect.State]) = ([], [])
    var priorities: [Identity: WorkPriority] = [:]
    for element in list {
      guard let asked = job(element), !asked.isIdle || before[element.id] != nil else { continue }
      ids.append(element.id)
      new.append(asked)
      if let priority, asked.isInProgress { priorities[asked.id] = WorkPriority(priority(element)) }
    }
    // With their room from the start: growing would hash all of them again.
    jobs = Dictionary(minimumCapacity: new.count)
    owners = Dictionary(minimumCapacity: new.count { $0.isInProgress })
    for (id, asked) in zip(ids, new) { note(asked, of: id) }
    isQuiet = supervisor.change(Array(before.values), to: new, priorities: priorities) { factory($0, list, source) }
  }

  @inlinable
  mutating func note(_ asked: Effect.State, of id: Element.ID) {
    jobs[id] = asked
    if asked.isInProgress { owners[asked.id] = id }
  }

  @inlinable
  mutating func disown(_ asked: Effect.State, by id: Element.ID) {
    // Its job may have been given to another element in the same change.
    guard let index = owners.index(forKey: asked.id), owners[index].value == id else { return }
    owners.remove(at: index)
  }
}
