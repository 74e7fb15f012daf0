/// The records of runs, indexed by slot and by the identity of their effect state.
///
/// Each run stores its slot, so that handling the run's messages needs no lookup by identity.
struct RunTable: Sendable {
  /// The latest slot of each effect state. Records of the same effect state form a chain.
  private var index: [Identity: Int] = [:]
  private var slots: [RunRecord?] = []
  private var freeSlots: [Int] = []

  /// The slot that the next record will occupy.
  var nextSlot: Int { freeSlots.last ?? slots.count }

  /// The slots that contain a record.
  var usedSlots: [Int] { slots.indices.filter { slots[$0] != nil } }

  /// The record in a slot that `slot(of:)` returned.
  subscript(slot: Int) -> RunRecord {
    get { slots[slot]! }
    _modify { yield &slots[slot]! }
  }

  /// The slot of an effect state's run; nil if there is no such run. Runs of different origins are independent, even if
  /// they have the same effect state.
  func slot(of id: Identity, from origin: RunOrigin? = nil) -> Int? {
    var slot = index[id]
    while let found = slot, self[found].run.origin !== origin { slot = self[found].next }
    return slot
  }

  /// The slot of an effect state's run, of any origin.
  func slot(ofAny state: Effect.State) -> Int? {
    var slot = index[state.id]
    while let found = slot, !self[found].run.state.isSameRun(as: state) { slot = self[found].next }
    return slot
  }

  /// The slot of a run; nil if the run was stopped or replaced.
  func slot(of run: EffectRun) -> Int? {
    run.slot < slots.count && slots[run.slot]?.run === run ? run.slot : nil
  }

  /// Reserves capacity for all additional records at once, because each growth rehashes all records.
  mutating func reserve(_ additional: Int) {
    index.reserveCapacity(index.count + additional)
    slots.reserveCapacity(slots.count + additional)
  }

  /// Inserts the record of an effect state that has no record yet.
  mutating func insert(_ record: consuming RunRecord) {
    var record = record
    let slot = record.run.slot
    record.next = index.updateValue(slot, forKey: record.run.state.id)
    if freeSlots.popLast() == nil { slots.append(record) } else { slots[slot] = consume record }
  }

  mutating func remove(_ slot: Int) {
    let (id, next) = (self[slot].run.state.id, self[slot].next)
    if var before = index[id], before != slot {
      while let other = self[before].next, other != slot { before = other }
      self[before].next = next
    } else {
      index[id] = next
    }
    slots[slot] = nil
    freeSlots.append(slot)
  }

  /// Removes all records, and returns them in the order in which their runs were started.
  mutating func removeAll() -> [RunRecord] {
    var (records, last, isOrdered): ([RunRecord], Int, Bool) = ([], 0, true)
    records.reserveCapacity(index.count)
    for slot in slots.indices {
      guard let record = slots[slot].take() else { continue }
      // Until a slot is reused, the slots are in the order in which the runs were started.
      isOrdered = isOrdered && last < record.run.number
      last = record.run.number
      records.append(record)
    }
    self = RunTable()
    if !isOrdered { records.sort { $0.run.number < $1.run.number } }
    return records
  }
}

// Methods for comparing the requests of two states.
extension RunTable {
  /// Releases the claim on an effect state's slot, and returns the slot.
  mutating func release(_ id: Identity) -> Int? {
    guard let slot = slot(of: id) else { return nil }
    self[slot].isClaimed = false
    return slot
  }

  /// Claims a slot for a request. Returns false if another request has claimed the slot.
  mutating func claim(_ slot: Int) -> Bool {
    guard !self[slot].isClaimed else { return false }
    self[slot].isClaimed = true
    return true
  }

  /// Whether a released slot still contains its record and was not claimed by another request.
  func isUnclaimed(_ slot: Int) -> Bool { slot < slots.count && slots[slot]?.isClaimed == false }
}

/// The record of an effect state's run.
struct RunRecord: Sendable {
  enum Request {
    /// The state requests the run.
    case standing
    /// The state no longer requests the run, but the run is allowed to finish.
    case withdrawn
  }

  /// How a new request affects the run.
  enum Decision: Equatable {
    /// The run continues.
    case keep(Request)
    /// A new run replaces the ended run, whose actions are still delivered.
    case replace
    /// The run is stopped.
    case stop
  }

  let run: EffectRun
  var phase: RunPhase
  var request = Request.standing
  /// The run's current priority for admission; nil if elements have no priorities of their own.
  var priority: WorkPriority?
  /// The slot of another record of the same effect state, with another origin.
  fileprivate(set) var next: Int?
  /// Whether a request in the current state claims the run.
  var isClaimed = true

  /// Whether the run has ended and the state has recorded the end. The next request then starts new work.
  private var isDone: Bool { phase.isEnded && request == .withdrawn }

  /// Decides how the current value of the effect state affects the run.
  func decision(on state: Effect.State, _ overlap: Effect.Overlap) -> Decision {
    let isSameRun = run.state.generation == state.generation
    let mayFinish = isSameRun && (phase.isWorking || phase.isEnded)
    return switch state.workStatus {
    case .inProgress where (isSameRun && !isDone) || (overlap == .leading && !phase.isEnded): .keep(.standing)
    case .inProgress where overlap == .leading: .replace
    case .idle where mayFinish, .success where mayFinish, .failure where mayFinish: .keep(.withdrawn)
    default: .stop
    }
  }

  /// The progress of the run; nil once the run has ended.
  var progress: RunProgress? {
    switch phase {
    case .making(.queued, _), .queued: .waitingForPlace
    case .making(.none, _): .waitingForAttempt(until: nil)
    case .delayed(let work): .waitingForAttempt(until: work.wakeTime)
    case .making(.admitted, _), .working: .running
    case .postponed: .postponed
    case .ended: nil
    }
  }
}

/// A task that was started for a run.
struct RunTask: Sendable {
  enum Stage: Sendable {
    /// Creates the effect and, unless its work must wait, runs that work.
    case making
    /// Runs work that had to wait.
    case working
  }

  let run: EffectRun
  let stage: Stage
  let task: Task<Void, Never>
}

/// The requests of a state, in a buffer that is valid only during the call that receives the buffer.
@usableFromInline typealias RequestBuffer = UnsafeBufferPointer<Effect.State>

/// The requests in which two states differ.
struct RequestDifference {
  // SAFETY: both buffers are valid during the call to `Supervisor.change` that creates the difference. Neither the
  // difference nor its slices outlive the call to `Supervisor.change`.
  typealias Requests = (old: Slice<RequestBuffer>, new: Slice<RequestBuffer>)

  /// All requests of both states.
  let all: Requests
  /// The requests of both states without their common prefix and suffix.
  let changed: Requests

  var isEmpty: Bool { changed.old.isEmpty && changed.new.isEmpty }

  init(from old: RequestBuffer, to new: RequestBuffer) {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start].asksTheSame(as: new[start]) { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end].asksTheSame(as: new[new.count - 1 - end]) { end += 1 }
    all = (old[...], new[...])
    changed = (old[start..<(old.count - end)], new[start..<(new.count - end)])
  }

  /// Creates a difference from requests that were already compared. If an identity occurs more than once, all requests
  /// of both states must be passed.
  init(between old: RequestBuffer, _ new: RequestBuffer) {
    all = (old[...], new[...])
    changed = all
  }
}

/// Runs whose records were removed, but whose actions are still delivered.
///
/// The reference to a replaced run is weak: the run exists only while it is retained by queued actions or by closures
/// that can still dispatch.
struct ReplacedRuns: Sendable {
  private struct Replaced: Sendable {
    let run: WeakReference<EffectRun>
    let timeoutDispatch: TimeoutDispatch?
  }

  private var runs: [Replaced] = []

  /// The replaced runs, each with the permission for its `onTimeout` to dispatch.
  var all: [(run: EffectRun, timeoutDispatch: TimeoutDispatch?)] {
    runs.compactMap { replaced in replaced.run.object.map { ($0, replaced.timeoutDispatch) } }
  }

  /// Removes and returns the replaced runs of an origin.
  mutating func take(from origin: RunOrigin) -> [(run: EffectRun, timeoutDispatch: TimeoutDispatch?)] {
    guard !runs.isEmpty else { return [] }
    let taken = all.filter { $0.run.origin === origin }
    runs.removeAll { $0.run.object.map { $0.origin === origin } ?? true }
    return taken
  }

  mutating func add(_ run: EffectRun, _ timeoutDispatch: TimeoutDispatch?) {
    if runs.count == runs.capacity {
      runs.removeAll(where: \.run.isGone)
      runs.reserveCapacity(max(8, runs.count * 2))
    }
    runs.append(Replaced(run: WeakReference(run), timeoutDispatch: timeoutDispatch))
  }
}
