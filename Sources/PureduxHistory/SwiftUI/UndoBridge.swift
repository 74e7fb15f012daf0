#if canImport(SwiftUI)
  internal import Dispatch

  // On non-Apple platforms, the tests use a stand-in for Foundation's `UndoManager`, which is in the stand-in for SwiftUI.
  #if canImport(Darwin)
    public import Foundation
  #else
    public import SwiftUI
  #endif

  /// Mirrors the steps of a history in an `UndoManager`.
  ///
  /// The steps appear in the Edit menu, and the shake and three-finger gestures undo and redo them.
  ///
  /// Each step has one undo action, named after the step. When the history drops a step to stay within its limits, the
  /// step's action is removed from the manager. The manager's other undo actions are unaffected. Retain the bridge for
  /// as long as the manager should contain the steps; the bridge retains neither the store nor the manager.
  ///
  /// ```swift
  /// let bridge = UndoBridge(undoManager, store, \.history, undo: .undo, redo: .redo)
  /// ```
  @MainActor
  public final class UndoBridge {
    /// The target of a single step's action, so that the action can be removed individually.
    @MainActor
    private final class Target {
      let step: UndoSteps.Step
      init(_ step: UndoSteps.Step) { self.step = step }
    }

    private weak var manager: UndoManager?
    private let dispatch: @MainActor (_ isUndoing: Bool) -> Void
    private var mirror = UndoMirror()
    private var targets: [Int: Target] = [:]
    private var isRewinding = false
    private let latest = Guarded(UndoSteps())
    private var observation: StoreSubscription?

    /// Starts mirroring the steps in an undo manager.
    ///
    /// - Parameters:
    ///   - manager: The undo manager of a window, a document or a responder.
    ///   - store: The store whose state contains the history.
    ///   - history: The history in the state.
    ///   - undo: The action that undoes the last step.
    ///   - redo: The action that redoes the step that was undone last.
    public init<State, Action: Sendable, Document>(
      _ manager: UndoManager, _ store: some Store<State, Action>,
      _ history: any KeyPath<State, History<Document>> & Sendable, undo: Action, redo: Action
    ) {
      self.manager = manager
      let store = store.eraseToAnyStore()
      let weak = store.weak()
      dispatch = { isUndoing in weak.dispatch(isUndoing ? undo : redo) }
      let latest = latest
      observation = store.subscribe(
        until: .storeReleased, removeDuplicates: .equal { $0[keyPath: history].stepsKey }
      ) { [weak self] state in
        latest.withLock { $0 = state[keyPath: history].steps }
        DispatchQueue.main.async { MainActor.assumeIsolated { self?.follow() } }
      }
    }

    /// Removes the steps from the manager.
    public func end() {
      for target in targets.values { manager?.removeAllActions(withTarget: target) }
      targets = [:]
      manager = nil
    }

    private func follow() {
      guard let manager else { return }
      for command in mirror.follow(latest.withLock { $0 }) {
        switch command {
        case .remove(let number): targets.removeValue(forKey: number).map { manager.removeAllActions(withTarget: $0) }
        case .register(let step): register(step, with: manager)
        case .rewind(let count):
          isRewinding = true
          for _ in 0..<count { manager.undo() }
          isRewinding = false
        }
      }
      let known = Set(mirror.undo + mirror.redo)
      targets = targets.filter { known.contains($0.key) }
    }

    /// Registers a step in its own undo group.
    ///
    /// Without an explicit group, the manager would combine all actions that are registered during one event.
    private func register(_ step: UndoSteps.Step, with manager: UndoManager) {
      let target = targets[step.number] ?? Target(step)
      targets[step.number] = target
      let groupsByEvent = manager.groupsByEvent
      manager.groupsByEvent = false
      manager.beginUndoGrouping()
      add(target, to: manager)
      manager.endUndoGrouping()
      manager.groupsByEvent = groupsByEvent
    }

    private func add(_ target: Target, to manager: UndoManager) {
      manager.registerUndo(withTarget: target) { [weak self] target in
        MainActor.assumeIsolated { self?.perform(target) }
      }
      if let name = target.step.name { manager.setActionName(name) }
    }

    /// Handles the user's undo or redo of a step. The manager treats an action that is registered during this call as
    /// the inverse operation.
    private func perform(_ target: Target) {
      guard let manager else { return }
      let isUndoing = manager.isUndoing
      add(target, to: manager)
      guard !isRewinding else { return }
      mirror.moved(isUndoing: isUndoing)
      dispatch(isUndoing)
    }
  }
#endif
