/// The effects of a value that is present: the state of a store, an optional part, or an element of a list.
///
/// Effects of stored properties are offsets in flat arrays, together with the bytes that requested their work last, so
/// that comparing an unchanged state reads a few words for each effect. The effects of a part that is always present
/// belong to the unit of the value that contains the part.
@usableFromInline
final class EffectUnit {
  // SAFETY: a unit is accessed only in turns of the store to which its effects are attached, except for the unit of a
  // template and a unit that has not been attached yet. No function of a unit is called while the same unit is updated.
  @exclusivity(unchecked) private var jobs: ContiguousArray<JobProbe> = []
  @exclusivity(unchecked) private var toggles: ContiguousArray<ToggleProbe> = []
  @exclusivity(unchecked) private var members: ContiguousArray<UnitMember> = []

  /// Finds the unit's value in the state of the store.
  @usableFromInline typealias Locate = (_ state: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void

  @usableFromInline let locate: Locate
  /// Adds the unit's effects, when the unit is first used. A feature may therefore contain itself.
  private var fill: ((EffectUnit) -> Void)?

  @usableFromInline
  init(locate: @escaping Locate = { state, body in body(state) }, filledBy fill: ((EffectUnit) -> Void)? = nil) {
    (self.locate, self.fill) = (locate, fill)
  }

  func add(job offset: Int, _ slot: RequestSlot) { jobs.append(JobProbe(offset: offset, slot: slot)) }

  func add(toggle offset: Int, _ slot: RequestSlot) { toggles.append(ToggleProbe(offset: offset, slot: slot)) }

  @usableFromInline
  func add(_ member: UnitMember) { members.append(member) }

  private func fillIfNeeded() {
    guard let fill else { return }
    self.fill = nil
    fill(self)
  }

  /// Compares the value at `base` with what its effects requested last.
  @usableFromInline
  func update(_ base: UnsafeRawPointer) {
    if fill != nil { fillIfNeeded() }
    updateProbes(base)
    updateMembers(base) {}
  }

  @inline(__always)
  private func updateProbes(_ base: UnsafeRawPointer) {
    var next = 0
    while let index = jobs.withUnsafeBufferPointer({ $0[next...].firstIndex { $0.differs(from: base) } }) {
      jobs[index].note(base)
      jobs[index].slot.update(jobs[index].state(base))
      next = index + 1
    }
    for index in toggles.indices where toggles[index].isOn != toggles[index].isOn(base) {
      toggles[index].slot.update(toggles[index].note(base))
    }
  }

  /// Like `update`, for the state of a store: `flush` is called after each member.
  @inline(__always)
  func updateState(_ base: UnsafeRawPointer, then flush: () -> Void) {
    if !jobs.isEmpty || !toggles.isEmpty {
      updateProbes(base)
      flush()
    }
    updateMembers(base, then: flush)
  }

  // SAFETY: the array is retained until the last member has returned, and retains the members.
  @inline(__always)
  private func updateMembers(_ base: UnsafeRawPointer, then flush: () -> Void) {
    let members = members
    defer { withExtendedLifetime(members) {} }
    for index in members.indices {
      let member = members.withUnsafeBufferPointer { Unmanaged.passUnretained($0[index]) }
      member._withUnsafeGuaranteedRef { $0.update(base) }
      flush()
    }
  }

  /// Whether the value at `base` requests nothing, so that it needs no unit yet.
  @usableFromInline
  func isIdle(_ base: UnsafeRawPointer) -> Bool {
    fillIfNeeded()
    return !jobs.contains { $0.state(base).isInProgress } && !toggles.contains { $0.isOn(base) }
      && members.allSatisfy { $0.isIdle(base) }
  }

  /// Stops all work, because the value is gone.
  @usableFromInline
  func end() {
    for job in jobs { job.slot.end() }
    for toggle in toggles { toggle.slot.end() }
    for member in members { member.end() }
  }
}

/// A part of a unit that is not at a fixed offset: an effect that a closure requests, or a part that comes and goes.
///
/// The closures are formed in the application's code, where the types are known statically.
@usableFromInline
final class UnitMember {
  // SAFETY: each pointer is that of the unit's value, and is used only during the call.
  @usableFromInline let update: (UnsafeRawPointer) -> Void
  @usableFromInline let isIdle: (UnsafeRawPointer) -> Bool
  @usableFromInline let end: () -> Void

  @usableFromInline
  init(
    update: @escaping (UnsafeRawPointer) -> Void, isIdle: @escaping (UnsafeRawPointer) -> Bool,
    end: @escaping () -> Void
  ) {
    (self.update, self.isIdle, self.end) = (update, isIdle, end)
  }
}

/// A value that the closures of a member share.
@usableFromInline
final class Kept<Value> {
  // SAFETY: accessed as the properties of the unit to which the member belongs.
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}

/// An effect state at a fixed offset, and the bytes of its last request.
private struct JobProbe {
  let offset: Int
  let slot: RequestSlot
  private var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
  private var status = UInt8.max

  init(offset: Int, slot: RequestSlot) { (self.offset, self.slot) = (offset, slot) }

  /// The words in front of the status contain the identity, the generation and the attempt, on all platforms.
  static let statusOffset: Int = {
    let offset = MemoryLayout<Effect.State>.offset(of: \.workStatus)
    precondition(offset == 24, "the layout of an effect state has changed")
    return 24
  }()

  // SAFETY: `base` points to a value that has an effect state at the offset.
  @inline(__always)
  func differs(from base: UnsafeRawPointer) -> Bool {
    let now = (base + offset).loadUnaligned(as: (UInt64, UInt64, UInt64).self)
    let status = (base + offset).load(fromByteOffset: 24, as: UInt8.self)
    // All differences are combined, so that an unchanged effect state costs one branch.
    return (now.0 ^ words.0) | (now.1 ^ words.1) | (now.2 ^ words.2) | UInt64(status ^ self.status) != 0
  }

  // SAFETY: as above.
  mutating func note(_ base: UnsafeRawPointer) {
    words = (base + offset).loadUnaligned(as: (UInt64, UInt64, UInt64).self)
    status = (base + offset).load(fromByteOffset: 24, as: UInt8.self)
  }

  func state(_ base: UnsafeRawPointer) -> Effect.State {
    (base + offset).assumingMemoryBound(to: Effect.State.self).pointee
  }
}

/// A `Bool` at a fixed offset.
private struct ToggleProbe {
  let offset: Int
  let slot: RequestSlot
  private(set) var isOn = false
  private var tracker = ToggleTracker()

  init(offset: Int, slot: RequestSlot) { (self.offset, self.slot) = (offset, slot) }

  // SAFETY: `base` points to a value that has a `Bool` at the offset.
  @inline(__always)
  func isOn(_ base: UnsafeRawPointer) -> Bool { (base + offset).load(as: Bool.self) }

  /// Records the value, and returns the request for it.
  mutating func note(_ base: UnsafeRawPointer) -> Effect.State {
    isOn = isOn(base)
    return tracker.request(for: isOn)
  }
}

/// The last request of a declared effect in one unit.
@usableFromInline
final class RequestSlot: @unchecked Sendable {
  // SAFETY: as for `EffectUnit`, to which the slot belongs. All other threads only retain the slot, or hold a weak
  // reference.
  /// Returns the factory that creates the effect of a run, for the unit's value at `base`.
  @usableFromInline
  typealias MakeFactory = (_ base: UnsafeRawPointer, _ supervisor: Supervisor) -> Supervisor.EffectFactory

  private let declaration: EffectDeclaration
  private let path: PartPath?
  // SAFETY: the walk retains its units, and everything that calls this object is called by a unit.
  private unowned(unsafe) let walk: EffectWalk
  private let locate: EffectUnit.Locate
  private let makeFactory: MakeFactory
  // SAFETY: as above: accessed only in turns of the store.
  @exclusivity(unchecked) @usableFromInline private(set) var last: Effect.State.Request?
  /// Set when the slot first requests work.
  private var work: (work: EffectWork, origin: RunOrigin)?

  @usableFromInline
  init<Action>(
    _ declaration: EffectDeclaration, _ unit: EffectUnit, _ site: EffectSite<Action>,
    _ makeFactory: @escaping MakeFactory
  ) {
    (self.declaration, self.makeFactory) = (declaration, makeFactory)
    (path, walk, locate) = (site.path, site.walk, unit.locate)
  }

  /// Passes the request on, if it differs from the last one.
  @inlinable
  @inline(__always)
  func update(_ state: Effect.State?) {
    if state?.request != last { change(to: state) }
  }

  @usableFromInline
  func change(to state: Effect.State?) {
    let old = last
    last = state?.request
    if work == nil {
      guard state?.isInProgress == true else { return }
      let work = walk.work(of: declaration, path)
      self.work = (work, RunOrigin(self, work.isShared ? path : nil))
    }
    if let (work, origin) = work {
      walk.add(RequestChange(origin: origin, old: old?.id, new: state, isEnd: false), to: work)
    }
  }

  /// Stops the work, because the unit's value is gone. Actions of earlier runs are dropped too.
  @usableFromInline
  func end() {
    guard let (work, origin) = work else { return }
    walk.add(RequestChange(origin: origin, old: last?.id, new: nil, isEnd: true), to: work)
    if !work.isShared { walk.end(work) }
    (last, self.work) = (nil, nil)
  }

  /// Returns the factory for a run of this slot; nil if the unit's value is gone.
  func factory(_ state: UnsafeRawPointer, _ supervisor: Supervisor) -> Supervisor.EffectFactory? {
    var factory: Supervisor.EffectFactory?
    locate(state) { factory = makeFactory($0, supervisor) }
    return factory
  }
}

/// The path from the state of a store to a part, for the names of runs.
@usableFromInline
final class PartPath: Sendable, CustomStringConvertible {
  private let outer: PartPath?
  private let step: @Sendable () -> String

  @usableFromInline
  init(_ outer: PartPath?, _ step: @escaping @Sendable () -> String) { (self.outer, self.step) = (outer, step) }

  @usableFromInline var description: String {
    let step = step()
    guard let outer, !step.isEmpty else { return step }
    return step.hasPrefix("[") ? "\(outer)\(step)" : "\(outer).\(step)"
  }
}
