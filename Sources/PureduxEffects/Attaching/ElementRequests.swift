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

  /// An element, and the position where it is looked for first.
  @usableFromInline typealias Place = (id: Element.ID, position: Int)

  @usableFromInline var version: Version?
  /// The jobs that have been asked for, by element.
  @usableFromInline var jobs: [Element.ID: Effect.State] = [:]
  /// The elements of the jobs that are or were in progress, while they have them, and where they were then.
  @usableFromInline var owners: [Identity: Place] = [:]
  /// Whether nothing runs or waits.
  @usableFromInline var isQuiet = true
  /// The elements that may have changed, and where they were last; empty between two states, and kept for its memory.
  @usableFromInline var changed: [Place] = []

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
    let elements = runs.map { run in
      owners[run.state.id].flatMap { list.index(id: $0.id, expectedAt: $0.position) }.map { list[$0] }
    }
    return source(elements, runs[0].number)
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
    var priorities: Supervisor.Priorities = [:]
    // Nearly always it is one, whose requests need no array.
    if changed.count == 1 {
      let (was, asked) = compare(changed[0], in: list, job, priority, &priorities)
      let isSame = was == nil && asked == nil && priorities.isEmpty
      ask(isSame, SingleRequest(was), SingleRequest(asked), priorities, list, supervisor, source)
    } else {
      var (old, new): ([Effect.State], [Effect.State]) = ([], [])
      for place in changed {
        let (was, asked) = compare(place, in: list, job, priority, &priorities)
        if let was { old.append(was) }
        if let asked { new.append(asked) }
      }
      let isSame = old.isEmpty && new.isEmpty && priorities.isEmpty
      ask(isSame, CollectionRequest(old), CollectionRequest(new), priorities, list, supervisor, source)
    }
  }

  /// Has the supervisor do what the requests in which two states differ ask for.
  @inlinable
  mutating func ask<Requests: EffectRequests>(
    _ isSame: Bool, _ old: Requests, _ new: Requests, _ priorities: Supervisor.Priorities,
    _ list: OrderedState<Element>, _ supervisor: Supervisor, _ source: FactorySource
  ) {
    if !isSame {
      isQuiet = supervisor.change(old, to: new, priorities) { factory($0, list, source) }
    } else if !isQuiet {
      isQuiet = askAgain(list, supervisor, source)
    }
  }

  /// What an element asked for and asks for now; neither where that is the same.
  @inlinable
  mutating func compare(
    _ place: Place, in list: OrderedState<Element>, _ job: Job, _ priority: Priority?,
    _ priorities: inout Supervisor.Priorities
  ) -> (old: Effect.State?, new: Effect.State?) {
    let position = list.index(id: place.id, expectedAt: place.position)
    let known = jobs.index(forKey: place.id)
    // Avoid a tuple: destroying it needs a runtime layout lookup.
    let was = known.map { jobs.values[$0] }
    let asked = position.flatMap { job(list[$0]) }
    if let priority, let position, let asked, asked.isInProgress {
      priorities[asked.id] = WorkPriority(priority(list[position]))
    }
    if let was, let asked, was.asksTheSame(as: asked) { return (nil, nil) }
    if was == nil, asked?.isIdle != false { return (nil, nil) }
    if let was, was.id != asked?.id { disown(was, by: place.id) }
    if let asked, let position, asked.isInProgress { owners[asked.id] = (place.id, position) }
    if let known, let asked { jobs.values[known] = asked } else { jobs[place.id] = asked }
    return (was, asked)
  }

  /// Compares all elements with all that was asked for before.
  @inlinable
  mutating func compareAll(
    of list: OrderedState<Element>, _ supervisor: Supervisor, _ job: Job, _ priority: Priority?,
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
    // With their room from the start: growing would hash all of them again.
    jobs = Dictionary(minimumCapacity: new.count)
    owners = Dictionary(minimumCapacity: new.count { $0.isInProgress })
    for (place, asked) in zip(places, new) {
      jobs[place.id] = asked
      if asked.isInProgress { owners[asked.id] = place }
    }
    ask(false, CollectionRequest(Array(before.values)), CollectionRequest(new), priorities, list, supervisor, source)
  }

  @inlinable
  mutating func disown(_ asked: Effect.State, by id: Element.ID) {
    // Its job may have been given to another element in the same change.
    guard let index = owners.index(forKey: asked.id), owners[index].value.id == id else { return }
    owners.remove(at: index)
  }
}

/// Finds the elements of runs in a collection that does not tell where they are.
@usableFromInline
enum ElementSearch {
  /// The elements of some runs, in the order of the runs, which is nearly always that of the elements.
  @inlinable
  static func elements<Elements: Collection>(
    of runs: [EffectRun], in elements: Elements, _ job: (Elements.Element) -> Effect.State?
  ) -> [Elements.Element?] {
    var index = elements.startIndex
    return runs.map { run in
      // Goes on behind the element that was found last, and from the start again at the end.
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
