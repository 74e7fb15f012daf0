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
