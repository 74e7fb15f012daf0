/// The version of a list that an attachment last processed, and the requests of its elements.
@frozen
@usableFromInline
struct ElementRequests<List: VersionedList & Sendable>: Sendable
where List.Element: Sendable, List.Element.ID: Sendable {
  @usableFromInline typealias Element = List.Element
  @usableFromInline typealias Job = (Element) -> Effect.State?
  /// Returns the priority of an element. Without this closure, all elements have the priority of the attachment.
  @usableFromInline typealias Priority = (Element) -> TaskPriority
  /// Returns the effect factory for runs of `elements`, numbered consecutively from `first`.
  @usableFromInline
  typealias FactorySource =
    (_ elements: [Element?], _ first: Int, _ supervisor: Supervisor) -> Supervisor.EffectFactory

  /// The ID of an element, and the position at which the search for the element begins.
  @usableFromInline typealias Place = (id: Element.ID, position: Int)

  @usableFromInline var version: Version?
  /// The latest request of each element, keyed by element ID.
  @usableFromInline var jobs: [Element.ID: Effect.State] = [:]
  /// The last known places of elements whose jobs are or were in progress, keyed by job identity.
  @usableFromInline var owners: [Identity: Place] = [:]
  @usableFromInline var situation = SupervisorState.Situation()
  /// The elements that may have changed, and their last known positions. The array is empty between updates, and is
  /// kept only to reuse its memory.
  @usableFromInline var changed: [Place] = []

  @inlinable
  init() {}

  /// Compares the requests of elements that changed since the last update, and passes different ones to the supervisor.
  ///
  /// The list is copied only if necessary, because copying increments reference counts, which takes longer than
  /// comparing versions. An element whose work starts is retained until its effect has been created. The list itself is
  /// not retained, because a retained list is copied by its next mutation.
  @inlinable
  mutating func update(
    _ version: Version, _ work: ListWork, _ job: Job, _ priority: Priority?, _ source: FactorySource,
    list: () -> List
  ) {
    if self.version == version {
      if !situation.isQuiet { askAgain(list(), work.supervisor, source) }
      return
    }
    let list = list()
    let isKnown = collectChanges(of: list)
    self.version = list.version
    // If several elements share a job, all elements must be compared to determine the owner of the job.
    if isKnown, !situation.hasDuplicates {
      compareChanged(of: list, work, job, priority, source)
    } else {
      compareAll(of: list, work, job, priority, source)
    }
    changed.removeAll(keepingCapacity: true)
  }

  /// Re-evaluates postponed effects.
  @inlinable
  mutating func askAgain(_ list: List, _ supervisor: Supervisor, _ source: FactorySource) {
    situation.isQuiet = supervisor.stateChanged { factory($0, list, source, supervisor) }
  }

  /// Returns the effect factory for runs with consecutive numbers.
  @inlinable
  func factory(
    _ runs: [EffectRun], _ list: List, _ source: FactorySource, _ supervisor: Supervisor
  ) -> Supervisor.EffectFactory {
    let elements = runs.map { run in
      owners[run.state.id].flatMap { list.index(id: $0.id, expectedAt: $0.position) }.map { list[$0] }
    }
    return source(elements, runs[0].number, supervisor)
  }

  /// Collects the elements that may have changed, in list order. Returns false if the changes are unknown, in which
  /// case all elements must be compared.
  @inlinable
  mutating func collectChanges(of list: List) -> Bool {
    guard let version else { return false }
    guard list.forEachChange(since: version, { changed.append(($0.id, $0.position)) }) else { return false }
    guard changed.count > 1 else { return true }
    for index in changed.indices {
      changed[index].position = list.index(id: changed[index].id, expectedAt: changed[index].position) ?? -1
    }
    changed.sort { $0.position < $1.position }
    return true
  }

  /// Compares the requests of elements that may have changed; all other requests are unchanged.
  @inlinable
  mutating func compareChanged(
    of list: List, _ work: ListWork, _ job: Job, _ priority: Priority?, _ source: FactorySource
  ) {
    var priorities: Supervisor.Priorities = [:]
    // Usually only one element has changed; its requests are then compared without allocating an array.
    if changed.count == 1 {
      let change = compare(changed[0], in: list, job, priority, &priorities)
      if change == nil, priorities.isEmpty {
        if !situation.isQuiet { askAgain(list, work.supervisor, source) }
      } else {
        ask(SingleRequest(change?.old), SingleRequest(change?.new), priorities, list, work, source)
      }
      return
    }
    var (old, new): ([Effect.State], [Effect.State]) = ([], [])
    // Iterate in reverse, because the last call to `compare` determines the owner of a job: if several elements share
    // a job, the first of them must own it.
    for place in changed.reversed() {
      guard let change = compare(place, in: list, job, priority, &priorities) else { continue }
      if let was = change.old { old.append(was) }
      if let asked = change.new { new.append(asked) }
    }
    if old.isEmpty, new.isEmpty, priorities.isEmpty {
      if !situation.isQuiet { askAgain(list, work.supervisor, source) }
    } else {
      old.reverse()
      new.reverse()
      ask(CollectionRequest(old), CollectionRequest(new), priorities, list, work, source)
    }
  }

  /// Passes changed requests to the supervisor.
  @inlinable
  mutating func ask<Requests: EffectRequests>(
    _ old: Requests, _ new: Requests, _ priorities: Supervisor.Priorities, _ list: List, _ work: ListWork,
    _ source: FactorySource
  ) {
    let supervisor = work.supervisor
    situation = supervisor.change(old, to: new, priorities) { factory($0, list, source, supervisor) }
  }

  /// Returns the previous and the current request of an element; nil if they are equal.
  @inlinable
  mutating func compare(
    _ place: Place, in list: List, _ job: Job, _ priority: Priority?,
    _ priorities: inout Supervisor.Priorities
  ) -> (old: Effect.State?, new: Effect.State?)? {
    let position = list.index(id: place.id, expectedAt: place.position)
    let known = jobs.index(forKey: place.id)
    let asked = position.flatMap { list.withElement(at: $0) { lend($0) { element in job(element) } } }
    if let priority, let position, let asked, asked.isInProgress {
      priorities[asked.id] = WorkPriority(priority(list[position]))
    }
    // The known request is compared where it is stored, because copying it increments reference counts.
    if let known {
      if let asked, jobs.values[known].asksTheSame(as: asked) { return nil }
    } else if asked?.isIdle != false {
      return nil
    }
    // Avoid a tuple: destroying a tuple needs a runtime layout lookup.
    let was = known.map { jobs.values[$0] }
    if let was, was.id != asked?.id { disown(was, by: place.id) }
    if let asked, let position, asked.isInProgress { owners[asked.id] = (place.id, position) }
    if let known, let asked { jobs.values[known] = asked } else { jobs[place.id] = asked }
    return (was, asked)
  }

  /// Compares the requests of all elements with all previous requests.
  @inlinable
  mutating func compareAll(
    of list: List, _ work: ListWork, _ job: Job, _ priority: Priority?,
    _ source: FactorySource
  ) {
    let before = jobs
    var places: [Place] = []
    var new: [Effect.State] = []
    var priorities: Supervisor.Priorities = [:]
    for (position, element) in list.enumerated() {
      guard let asked = job(element), !asked.isIdle || before[element.id] != nil else { continue }
      places.append((element.id, position))
      new.append(asked)
      if let priority, asked.isInProgress { priorities[asked.id] = WorkPriority(priority(element)) }
    }
    // Allocate the dictionaries with their final capacity, because growing a dictionary rehashes all its entries.
    jobs = Dictionary(minimumCapacity: new.count)
    owners = Dictionary(minimumCapacity: new.count { $0.isInProgress })
    for (place, asked) in zip(places, new) {
      jobs[place.id] = asked
      // If several elements share a job, the first element owns it.
      if asked.isInProgress, owners[asked.id] == nil { owners[asked.id] = place }
    }
    ask(CollectionRequest(Array(before.values)), CollectionRequest(new), priorities, list, work, source)
  }

  @inlinable
  mutating func disown(_ asked: Effect.State, by id: Element.ID) {
    // The job may already have moved to another element in the same update.
    guard let index = owners.index(forKey: asked.id), owners[index].value.id == id else { return }
    owners.remove(at: index)
  }
}

/// Finds the element that each run belongs to, in a collection without a change journal.
@usableFromInline
enum ElementSearch {
  /// Returns the element of each run, in run order, which usually matches the collection's order.
  @inlinable
  static func elements<Elements: Collection>(
    of runs: [EffectRun], in elements: Elements, _ job: (Elements.Element) -> Effect.State?
  ) -> [Elements.Element?] {
    var index = elements.startIndex
    return runs.map { run in
      // Each search continues after the last element found, and wraps around at the end of the collection.
      for _ in 0..<elements.count {
        let element = elements[index]
        elements.formIndex(after: &index)
        if index == elements.endIndex { index = elements.startIndex }
        if job(element)?.id == run.state.id { return element }
      }
      return nil
    }
  }
}
