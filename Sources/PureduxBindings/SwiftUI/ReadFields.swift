#if canImport(SwiftUI)
  /// The fields that views have read through bindings, until the fields change.
  ///
  /// The views of a field are invalidated once: a view that is evaluated again reads its fields again.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  final class ReadFields {
    static let shared = ReadFields()

    private struct Read {
      let observation: FieldObservation
      /// Displays the field's changes. Its store retains the binding.
      weak var binding: (any Cancellable)?
      let value: any Sendable
      /// The tree's revision before the value was read.
      let revision: UInt64
      /// Whether a later read returned another value, so that some views show an outdated one.
      var isOutdated = false

      var isWatched: Bool { binding?.isEnded == false }

      /// A part that is not `Equatable` is treated as changed with each later revision.
      func isChanged<Value>(to new: Value, at revision: UInt64) -> Bool {
        func isEqual<Compared: Equatable>(_ old: Compared) -> Bool { old == new as? Compared }
        if let old = value as? any Equatable { return !isEqual(old) }
        return revision > self.revision
      }
    }

    private var reads: [StoreField: Read] = [:]
    /// The number of reads at which those that nothing can invalidate any more are removed.
    private var limit = 64

    /// Registers the view whose body is being evaluated as a view of a field, which is invalidated when the field no longer
    /// has this value.
    ///
    /// - Parameter revision: The tree's revision before the value was read.
    func read<State, Action, Part: Sendable>(
      _ field: StoreField, _ part: any KeyPath<State, Part> & Sendable, of store: StateStore<State, Action>,
      _ value: Part, at revision: UInt64
    ) {
      if let read = reads[field], read.isWatched {
        if read.isChanged(to: value, at: revision) { reads[field]?.isOutdated = true }
        return read.observation.access()
      }
      if reads.count >= limit {
        reads = reads.filter { $0.value.isWatched || $0.key.isEdited }
        limit = max(64, reads.count * 2)
      }
      let binding = StoreBinding(
        store, owner: nil, site: .store, options: .presentation, props: { state, _ in state[keyPath: part] }
      ) { value, store in
        ReadFields.shared.show(value, of: field, at: store.node.tree.revision)
      }
      let observation = reads[field]?.observation ?? FieldObservation()
      reads[field] = Read(observation: observation, binding: binding, value: value, revision: revision)
      binding.begin(store)
      observation.access()
    }

    /// Registers the view whose body is being evaluated as a view of a field that was read before.
    func access(_ field: StoreField) { reads[field]?.observation.access() }

    /// Invalidates the views of a field.
    func invalidate(_ field: StoreField) {
      guard let read = reads.removeValue(forKey: field) else { return }
      read.binding?.cancel()
      read.observation.invalidate()
    }

    private func show(_ value: some Any, of field: StoreField, at revision: UInt64) {
      if let read = reads[field], read.isOutdated || read.isChanged(to: value, at: revision) { invalidate(field) }
    }
  }
#endif
