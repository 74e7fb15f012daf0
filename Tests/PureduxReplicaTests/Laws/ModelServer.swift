@testable import PureduxReplica

/// The log of the model, which retains its whole history for comparisons.
struct ModelServer {
  private(set) var entries: [ReplicaEntry] = []
  private var numbers: [UInt64: UInt64] = [:]
  private var snapshot: ReplicaSnapshot
  private var marks: UInt64 = 0
  private let takesDuplicates: Bool

  /// The client of the marks.
  static let marker = UInt64.max

  init(takesDuplicates: Bool = false) throws {
    self.takesDuplicates = takesDuplicates
    snapshot = ReplicaSnapshot(position: 0, version: 1, numbers: [:], document: try ReplicaJSON.data(SharedList()))
  }

  mutating func append(_ new: [ReplicaEntry], rejecting rejected: Set<ReplicaEntry.ID>) {
    for var entry in new {
      let last = numbers[entry.client] ?? 0
      guard entry.number > last || takesDuplicates else { continue }
      guard entry.number <= last + 1 else { return }
      if rejected.contains(entry.id) { entry.action = nil }
      entries.append(entry)
      numbers[entry.client] = entry.number
    }
  }

  mutating func mark() {
    marks += 1
    entries.append(
      ReplicaEntry(
        id: ReplicaEntry.ID(client: Self.marker, number: marks), version: 1, inputs: ReplicaInputs(seed: 0, time: 0),
        content: .mark))
  }

  func read(after position: UInt64?, limit: Int?) -> ReplicaBatch {
    let isSnapshot = position.map { $0 < snapshot.position } ?? true
    let start = isSnapshot ? snapshot.position : position ?? 0
    let rest = entries.dropFirst(Int(start))
    return ReplicaBatch(
      after: start, Array(limit.map { rest.prefix($0) } ?? rest), snapshot: isSnapshot ? snapshot : nil)
  }

  mutating func compact(_ position: Int) throws {
    guard position > snapshot.position else { return }
    snapshot = ReplicaSnapshot(
      position: UInt64(position), version: 1, numbers: numbers(UInt64(position)),
      document: try ReplicaJSON.data(reduced(UInt64(position))))
  }

  /// The number of each client's last entry up to a position.
  func numbers(_ position: UInt64) -> [UInt64: UInt64] {
    entries.prefix(Int(position)).reduce(into: [:]) { $0[$1.client] = $1.number }
  }

  /// The reduction of the entries up to a position, without a replica.
  func reduced(_ position: UInt64) throws -> SharedList {
    var document = SharedList()
    for entry in entries.prefix(Int(position)) {
      if let data = entry.action { Self.reduce(&document, try decodeShared(data), entry.inputs) }
    }
    return document
  }

  static func reduce(_ document: inout SharedList, _ action: ListAction, _ inputs: ReplicaInputs) {
    let before = document
    inputs.inForce { do { try document.reduce(action) } catch { document = before } }
  }
}

/// A replica of the model, and what its process has saved.
struct ModelClient {
  private struct Saved {
    var fold: ListFold
    var pending: [ListFold.Pending] = []
  }

  var state = ReplicaState<SharedList, ListAction>(SharedList())
  let rules: ListRules
  /// The difference of the client's clock from the others, in milliseconds.
  let skew: Int
  /// The time until which the client has no network.
  var cutUntil = 0
  /// The number of the process's run: answers to earlier runs are not received.
  private(set) var process = 0
  private var saved: Saved

  init(_ client: UInt64, _ rules: ListRules, skew: Int) {
    (self.rules, self.skew) = (rules, skew)
    saved = Saved(fold: state.fold)
    state.fold.client = client
  }

  /// Saves the confirmed document, if it is at hand, and the pending actions.
  mutating func save() {
    let fold = state.fold
    if let confirmed = fold.confirmed, !fold.isLost {
      saved.fold = ListFold(confirmed)
      (saved.fold.position, saved.fold.numbers, saved.fold.hasStarted) = (fold.position, fold.numbers, fold.hasStarted)
      saved.pending = fold.pending
    } else {
      let known = Set(saved.pending.map(\.id))
      saved.pending += fold.pending.filter { !known.contains($0.id) }
    }
  }

  /// Ends the process, and starts it again under a new client. Returns its saved pending actions.
  mutating func restart(_ client: UInt64) -> [ListFold.Pending] {
    state.fold = saved.fold
    state.fold.client = client
    process += 1
    return saved.pending
  }
}

extension ReplicaFold {
  /// The confirmed document; nil if pending actions would have to be reverted.
  var confirmed: Document? { pending.isEmpty ? document : copy }
}
