/// The effects attached to a tree of stores, for finding work that no effect performs. Used in debug builds only.
final class EffectCoverage: TreeSlot {
  private struct Content {
    var hosts: [WeakReference<EffectHost>] = []
    /// The types that a declared part has.
    var parts: Set<ObjectIdentifier> = []
    var reported: Set<String> = []
  }

  private let content = Guarded(Content())

  func add(_ host: EffectHost) {
    content.withLock { content in
      content.hosts.removeAll(where: \.isGone)
      content.hosts.append(WeakReference(host))
    }
  }

  func add(_ part: Any.Type) { content.withLock { _ = $0.parts.insert(ObjectIdentifier(part)) } }

  func names(_ part: Any.Type) -> Bool { content.withLock { $0.parts.contains(ObjectIdentifier(part)) } }

  private var hosts: [EffectHost] { content.withLock { $0.hosts.compactMap(\.object) } }

  var hasOneHost: Bool { hosts.count == 1 }

  /// Whether an attached effect performs the work of a job.
  func performs(_ job: Identity) -> Bool {
    hosts.contains { $0.works.contains { $0.supervisor.hasRun(of: job) } }
  }

  /// Returns true the first time that a place is reported.
  func isFirstReport(of place: String) -> Bool { content.withLock { $0.reported.insert(place).inserted } }
}

/// The jobs that were recently requested in the process. Recorded in debug builds only.
enum RequestedJobs {
  private static let recent = Guarded<(count: Int, ids: [Identity])>((0, []))

  static func note(_ id: Identity) {
    #if DEBUG
      recent.withLock { recent in
        recent.count += 1
        if recent.ids.count == 128 { recent.ids.removeFirst(64) }
        recent.ids.append(id)
      }
    #endif
  }

  /// Returns the jobs that were requested since `count`, and updates `count`.
  static func since(_ count: inout Int) -> [Identity] {
    recent.withLock { recent in
      defer { count = recent.count }
      return Array(recent.ids.suffix(recent.count - count))
    }
  }
}

/// Reports jobs in progress that no attached effect performs, and features that no part names. A debug build searches
/// the states of a store after its turns.
struct EffectCheck {
  /// Whether the effects are those of a feature, which declares all its effects.
  let isWhole: Bool
  private var turnCount = 0
  private var requestCount = 0
  /// The jobs that no effect performed after the last turn.
  private var suspects: Set<Identity> = []

  init(isWhole: Bool) {
    self.isWhole = isWhole
    _ = RequestedJobs.since(&requestCount)
  }

  mutating func check(_ host: EffectHost) {
    let coverage = host.store.coverage
    turnCount += 1
    let requested = RequestedJobs.since(&requestCount).filter { !coverage.performs($0) }
    // Effects that are attached below this store, or a little later, may still perform the work.
    let isEarly = !isWhole || !coverage.hasOneHost
    let jobs = suspects.union(isEarly ? [] : requested)
    suspects = isEarly ? Set(requested) : []
    // A large state is searched less often.
    let findsFeatures = isWhole && (turnCount <= 64 || turnCount % 16 == 0)
    let findsAllJobs = isWhole && turnCount == 1 && !isEarly
    guard findsFeatures || findsAllJobs || !jobs.isEmpty else { return }
    var search = StateSearch()
    search.visit(host.store.state) { value, path in
      if let job = value as? Effect.State {
        let isSuspect = findsAllJobs || jobs.contains(job.id)
        if isSuspect, job.isInProgress, !coverage.performs(job.id), coverage.isFirstReport(of: "job \(path)") {
          host.store.context.report(.jobWithoutEffect(path: path))
        }
      } else if findsFeatures, !path.isEmpty, let feature = value as? any Feature {
        return coverage.checkFeature(feature, path, host.store.context)
      }
      return true
    }
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
