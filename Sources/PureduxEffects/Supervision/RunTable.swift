/// The records of runs, by the identity of their effect state and by the slot that each run knows.
///
/// A run knows its slot, so that its messages need no look-up by identity.
struct RunTable: Sendable {
  private var slotsByID: [Identity: Int] = [:]
  private var slots: [RunRecord?] = []
  /// For each slot, whether a request of the state belongs to it.
  private var isClaimed: [Bool] = []
  private var freeSlots: [Int] = []

  /// The slot of the next record.
  var nextSlot: Int { freeSlots.last ?? slots.count }

  var all: [RunRecord] { slots.compactMap { $0 } }

  /// The slots that have a record.
  var usedSlots: [Int] { slots.indices.filter { slots[$0] != nil } }

  /// The record in a slot that `slot(of:)` returned.
  subscript(slot: Int) -> RunRecord {
    get { slots[slot]! }
    _modify { yield &slots[slot]! }
  }

  func slot(of id: Identity) -> Int? { slotsByID[id] }

  /// The slot of a run; nil when the run was stopped or replaced.
  func slot(of run: EffectRun) -> Int? {
    run.slot < slots.count && slots[run.slot]?.run === run ? run.slot : nil
  }

  /// Makes room for so many more records: growing hashes all identities again.
  mutating func reserve(_ count: Int) { slotsByID.reserveCapacity(slotsByID.count + count) }

  mutating func insert(_ record: RunRecord) {
    let slot = record.run.slot
    slotsByID[record.run.state.id] = slot
    if freeSlots.popLast() == nil {
      slots.append(record)
      isClaimed.append(true)
    } else {
      slots[slot] = record
      isClaimed[slot] = true
    }
  }

  mutating func remove(_ slot: Int) {
    slotsByID[self[slot].run.state.id] = nil
    slots[slot] = nil
    isClaimed[slot] = true
    freeSlots.append(slot)
  }
}

// While the requests of two states are compared.
extension RunTable {
  /// Takes the claim on an effect state's slot away, and returns the slot.
  mutating func release(_ id: Identity) -> Int? {
    guard let slot = slotsByID[id] else { return nil }
    isClaimed[slot] = false
    return slot
  }

  /// Claims a slot for a request. False when another request has done so.
  mutating func claim(_ slot: Int) -> Bool {
    guard !isClaimed[slot] else { return false }
    isClaimed[slot] = true
    return true
  }

  /// Whether a slot that was released has been claimed by no other request, and still has its record.
  func isUnclaimed(_ slot: Int) -> Bool { !isClaimed[slot] }
}

/// What is known of the one run of an effect state.
struct RunRecord: Sendable {
  enum Request {
    /// The state asks for it.
    case standing
    /// The state no longer asks for it, and lets it finish.
    case withdrawn
  }

  /// What a new request means for the run.
  enum Decision: Equatable {
    /// The run goes on.
    case keep(Request)
    /// The run has ended and its actions still count; a new run takes its place.
    case replace
    /// The run is stopped.
    case stop
  }

  let run: EffectRun
  var phase: RunPhase
  var request = Request.standing
  /// The priority under a limit and of the tasks; nil for that of the attachment.
  var priority: WorkPriority?
  /// The time until which its attempt waits, by the clock of the store.
  var wakeTime: Duration?

  /// Whether it has ended and the state knew: asked for once more, the work is to run again.
  private var isDone: Bool { phase.isEnded && request == .withdrawn }

  /// Decides what becomes of the run when its effect state is now `state`.
  func decision(on state: Effect.State, _ overlap: Effect.Overlap) -> Decision {
    let isSameRun = run.state.generation == state.generation
    let mayFinish = isSameRun && (phase.isWorking || phase.isEnded)
    return switch state.status {
    case .inProgress where (isSameRun && !isDone) || (overlap == .leading && !phase.isEnded): .keep(.standing)
    case .inProgress where overlap == .leading: .replace
    case .idle where mayFinish, .success where mayFinish, .failure where mayFinish: .keep(.withdrawn)
    default: .stop
    }
  }

  /// How far it has come; nil once it has ended.
  var progress: RunProgress? {
    switch phase {
    case .making(.queued, _), .queued: .waitingForPlace
    case .making(.none, _), .delayed: .waitingForAttempt(until: wakeTime)
    case .making(.admitted, _), .working: .running
    case .postponed: .postponed
    case .ended: nil
    }
  }
}

/// A task that was started for a run.
struct RunTask: Sendable {
  enum Stage: Sendable {
    /// Makes the effect, and does the work too unless that has to wait.
    case making
    /// Does work that had to wait.
    case working
  }

  let run: EffectRun
  let stage: Stage
  let task: Task<Void, Never>
}

/// A state asks for these runs, in storage that is valid during a call.
@usableFromInline typealias RequestBuffer = UnsafeBufferPointer<Effect.State>

/// The requests in which two states differ.
struct RequestDifference {
  // SAFETY: both buffers are valid during the call of `Supervisor.change` that makes the difference; neither the
  // difference nor its slices outlive that call.
  typealias Requests = (old: Slice<RequestBuffer>, new: Slice<RequestBuffer>)

  /// All requests of both states.
  let all: Requests
  /// The requests without those that are the same at the beginning and at the end of both states.
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

  /// A difference whose requests have been compared already. Where any identity stands twice they must be all there are.
  init(between old: RequestBuffer, _ new: RequestBuffer) {
    all = (old[...], new[...])
    changed = all
  }
}

/// Runs that have ended and were replaced by newer ones, whose actions still count.
///
/// A replaced run is known for as long as an action of it can still come: the actions that wait for their turn hold
/// it, and so does everything that can still dispatch.
struct ReplacedRuns: Sendable {
  private struct Replaced: Sendable {
    let run: WeakReference<EffectRun>
    let timeoutDispatch: TimeoutDispatch?
  }

  private var runs: [Replaced] = []

  /// The runs, each with the permission that its `onTimeout` was given.
  var all: [(run: EffectRun, timeoutDispatch: TimeoutDispatch?)] {
    runs.compactMap { replaced in replaced.run.object.map { ($0, replaced.timeoutDispatch) } }
  }

  mutating func add(_ run: EffectRun, _ timeoutDispatch: TimeoutDispatch?) {
    if runs.count == runs.capacity {
      runs.removeAll(where: \.run.isGone)
      runs.reserveCapacity(max(8, runs.count * 2))
    }
    runs.append(Replaced(run: WeakReference(run), timeoutDispatch: timeoutDispatch))
  }
}
