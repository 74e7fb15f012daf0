/// The own states of children: those that are there, and those that were saved and wait for their elements.
final class SavedChildren<ID: Codable & Hashable & Sendable, Local: Codable & Sendable>: Sendable {
  private struct Content: Sendable {
    /// Saved states of elements that have not come yet.
    var waiting: [ID: Local] = [:]
    /// How to read the own state of each child, also when all have been released together: that is no change to be saved.
    var reads: [ID: @Sendable () -> Local] = [:]
    /// How to replace it, before anything has changed it.
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

  /// Has the children begin with saved states: those that are there, unless `onlyComing`, and those that come.
  func restore(_ saved: [ID: Local], onlyComing: Bool = false) {
    let restores = content.withLock { content in
      content.waiting = saved.filter { content.reads[$0.key] == nil }
      return onlyComing ? [:] : content.restores
    }
    for (id, restore) in restores { if let state = saved[id] { restore(state) } }
  }

  /// What is to be saved now.
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
