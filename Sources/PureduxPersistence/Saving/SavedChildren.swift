/// The own states of children: of existing children, and saved states that wait for their elements.
final class SavedChildren<ID: Codable & Hashable & Sendable, Local: Codable & Sendable>: Sendable {
  private struct Content: Sendable {
    /// Saved states whose elements have not appeared yet.
    var waiting: [ID: Local] = [:]
    /// Reads the own state of each child, also after all have been released together, which is no change to save.
    var reads: [ID: @Sendable () -> Local] = [:]
    /// Replaces the own state of each child before any other change.
    var restores: [ID: @Sendable (Local) -> Void] = [:]
  }

  private let content = Guarded(Content())

  init<State: Sendable, Action: Sendable>(_ children: some ChildStores<ID, StateStore<(State, Local), Action>>) {
    children.follow { [weak self] id, child in
      self?.come(id, child)
    } left: { [weak self] id in
      self?.leave(id)
    }
  }

  /// Restores children from saved states: existing ones, unless `onlyComing`, and those that appear later.
  func restore(_ saved: [ID: Local], onlyComing: Bool = false) {
    let restores = content.withLock { content in
      content.waiting = saved.filter { content.reads[$0.key] == nil }
      return onlyComing ? [:] : content.restores
    }
    for (id, restore) in restores { if let state = saved[id] { restore(state) } }
  }

  /// The states to save.
  func current() -> [ID: Local] {
    let (waiting, reads) = content.withLock { ($0.waiting, $0.reads) }
    return waiting.merging(reads.mapValues { $0() }) { _, present in present }
  }

  private func come<State: Sendable, Action: Sendable>(_ id: ID, _ child: StateStore<(State, Local), Action>) {
    let (read, window) = (child.node.readPresentState, child.weak())
    let restore: @Sendable (Local) -> Void = { state in
      window.strong()?.node.replaceOwnState { isInitial in isInitial ? state : nil }
    }
    let saved = content.withLock { content -> Local? in
      content.reads[id] = { read().1 }
      content.restores[id] = restore
      return content.waiting.removeValue(forKey: id)
    }
    if let saved { restore(saved) }
  }

  private func leave(_ id: ID) {
    content.withLock { content in (content.reads[id], content.restores[id]) = (nil, nil) }
  }
}
