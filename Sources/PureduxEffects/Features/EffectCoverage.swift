/// What the effects attached to a tree of stores have covered so far. Used in debug builds only.
final class EffectCoverage: TreeSlot {
  private struct Content {
    /// The jobs that an effect has performed; nil once there are so many that remembering them is not worth the memory.
    var performed: Set<Identity>? = []
    /// The jobs whose work has ended without an error, each with the name of its effect, until the job runs again.
    var ended: [Identity: (job: Effect.State, effect: String)] = [:]
    /// The types that a declared part has.
    var parts: Set<ObjectIdentifier> = []
    /// The types of states with a closure that selects the jobs to perform.
    var selections: Set<ObjectIdentifier> = []
    var reported: Set<String> = []
  }

  private let content = Guarded(Content())

  private static var performedAtMost: Int { 1 << 16 }

  func add(_ runs: [EffectRun]) {
    content.withLock { content in
      for run in runs {
        content.performed?.insert(run.state.id)
        content.ended[run.state.id] = nil
      }
      if let count = content.performed?.count, count > Self.performedAtMost { content.performed = nil }
    }
  }

  func addEnd(of job: Effect.State, _ effect: String) {
    content.withLock { content in
      if content.performed != nil { content.ended[job.id] = (job, effect) } else { content.ended = [:] }
    }
  }

  /// The name of the effect whose work for a job has ended; nil if none is known to have ended.
  func endedEffect(of job: Effect.State) -> String? {
    content.withLock { $0.ended[job.id].flatMap { $0.job.isSameRun(as: job) ? $0.effect : nil } }
  }

  func add(selectionIn state: Any.Type) { content.withLock { _ = $0.selections.insert(ObjectIdentifier(state)) } }

  /// Whether a closure selects jobs from states of this type, so that it may perform each of them later.
  func hasSelection(in state: Any.Type) -> Bool { content.withLock { $0.selections.contains(ObjectIdentifier(state)) } }

  func add(_ part: Any.Type) { content.withLock { _ = $0.parts.insert(ObjectIdentifier(part)) } }

  /// Whether an attached effect has performed the work of a job, as far as is known.
  func hasPerformed(_ job: Identity) -> Bool { content.withLock { $0.performed?.contains(job) ?? true } }

  func names(_ part: Any.Type) -> Bool { content.withLock { $0.parts.contains(ObjectIdentifier(part)) } }

  /// Returns true the first time that a place is reported.
  func isFirstReport(of place: String) -> Bool { content.withLock { $0.reported.insert(place).inserted } }
}

/// Searches the states of a feature's store for work that would never run: features that no part names, and requested
/// jobs that no effect performs. Used in debug builds only.
///
/// A feature declares all effects of its state. The jobs in the states of other stores are not searched, because their
/// effects may be attached later, or elsewhere in the tree.
struct EffectCheck {
  private var stateCount = 0

  /// Checks a state. What is found is reported in a later turn only, if it still is so: effects below this store receive
  /// the state after it, and the result of an effect that has ended may be on its way.
  mutating func check(_ host: EffectHost) {
    stateCount += 1
    // The first state is not searched, because more effects may be attached to a new store. A large state is searched
    // less often.
    guard stateCount > 1, stateCount <= 64 || stateCount % 16 == 0 else { return }
    let suspects = Self.search(host, for: nil)
    if !suspects.isEmpty { host.inTurn { [host] _, _ in _ = Self.search(host, for: suspects) } }
  }

  /// Returns the jobs in the state that no effect has performed, or whose work has ended, by identity. Reports those that
  /// an earlier search has found.
  private static func search(_ host: EffectHost, for suspects: [Identity: Effect.State]?) -> [Identity: Effect.State] {
    let (coverage, context) = (host.store.coverage, host.store.context)
    var search = StateSearch()
    // Other work may still bring the result, for example from a connection.
    let isQuiet = host.works.allSatisfy(\.supervisor.isQuiet)
    var (found, selections) = ([Identity: Effect.State](), [String]())
    search.visit(host.store.state) { value, path in
      if coverage.hasSelection(in: type(of: value)) { selections.append(path) }
      if let job = value as? Effect.State {
        let ended = isQuiet ? coverage.endedEffect(of: job) : nil
        let isMissed = !coverage.hasPerformed(job.id) && !selections.contains { path.hasPrefix($0) }
        guard job.isInProgress, ended != nil || isMissed else { return false }
        found[job.id] = job
        if suspects?[job.id]?.isSameRun(as: job) == true, coverage.isFirstReport(of: "job \(path)") {
          context.report(ended.map { .endWithoutResult($0, path: path) } ?? .jobWithoutEffect(path: path))
        }
        return false
      }
      if value is any StoredEffects {
        if coverage.isFirstReport(of: "effects \(path)") { context.report(.effectsNotStatic(path: path)) }
        return false
      }
      guard !path.isEmpty, let feature = value as? any Feature else { return true }
      return coverage.checkFeature(feature, path, context)
    }
    return found
  }
}

extension EffectCoverage {
  /// Reports a feature that no part names. Returns true if the feature's own properties must be searched too.
  fileprivate func checkFeature<Value: Feature>(_ feature: Value, _ path: String, _ context: StoreContext) -> Bool {
    if names(Value.self) || Value.effects.isEmpty { return true }
    if isFirstReport(of: "feature \(Value.self)") { context.report(.featureWithoutPart("\(Value.self)", path: path)) }
    return false
  }
}

/// An `EffectSet` of any type, which a state contains by mistake.
private protocol StoredEffects {}

extension EffectSet: StoredEffects {}

/// Visits the values inside a state, with their paths.
struct StateSearch {
  /// The number of values that may still be visited; this limit bounds the search in very large states.
  private var left = 10_000

  /// The path of a job in a state, written as a key path; nil if the job was not found.
  static func path(of job: Identity, in state: Any) -> String? {
    var (search, found): (StateSearch, String?) = (StateSearch(), nil)
    search.visit(state) { value, path in
      if (value as? Effect.State)?.id == job { found = found ?? path }
      return found == nil
    }
    return found.map { "\\" + ($0.isEmpty ? ".self" : $0) }
  }

  /// Visits a state. In a child store, whose state is a pair, the state of the parent is visited last.
  mutating func visit(_ value: Any, _ path: String = "", depth: Int = 12, _ body: (Any, _ path: String) -> Bool) {
    guard body(value, path), depth > 0, !(value is Effect.State) else { return }
    let mirror = Mirror(reflecting: value)
    for (index, child) in mirror.children.enumerated() {
      guard left > 0 else { return }
      left -= 1
      visit(child.value, path + step(child.label, index, of: mirror), depth: depth - 1, body)
    }
  }

  private func step(_ label: String?, _ index: Int, of mirror: Mirror) -> String {
    switch mirror.displayStyle {
    case .optional: "?"
    case .collection, .set: "[\(index)]"
    case .dictionary: ".values"
    default: ".\(label.map { $0.drop { $0 == "." } } ?? "\(index)")"
    }
  }
}
