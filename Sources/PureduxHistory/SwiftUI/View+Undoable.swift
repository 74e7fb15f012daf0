#if canImport(SwiftUI)
  public import SwiftUI

  #if canImport(Darwin)
    internal import Foundation
  #endif

  extension View {
    /// Mirrors the steps of a history in the window's undo manager while the view is on screen.
    ///
    /// ```swift
    /// NoteList(store: store)
    ///   .undoable(store, \.history, undo: .undo, redo: .redo)
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store whose state contains the history. The store is not retained.
    ///   - history: The history in the state.
    ///   - undo: The action that undoes the last step.
    ///   - redo: The action that redoes the step that was undone last.
    nonisolated public func undoable<State, Action: Sendable, Document>(
      _ store: some Store<State, Action>, _ history: any KeyPath<State, History<Document>> & Sendable, undo: Action,
      redo: Action
    ) -> some View {
      let store = store.eraseToAnyStore()
      return modifier(UndoModifier { UndoBridge($0, store, history, undo: undo, redo: redo) })
    }
  }

  /// Retains a bridge while the view is on screen.
  nonisolated private struct UndoModifier: ViewModifier {
    @Environment(\.undoManager) private var manager
    @State private var holder = BridgeHolder()
    let make: @MainActor @Sendable (UndoManager) -> UndoBridge

    init(make: @escaping @MainActor @Sendable (UndoManager) -> UndoBridge) { self.make = make }

    @MainActor func body(content: Content) -> some View {
      content
        .onAppear { holder.bridge = manager.map(make) }
        .onDisappear {
          holder.bridge?.end()
          holder.bridge = nil
        }
    }
  }

  @MainActor
  private final class BridgeHolder {
    var bridge: UndoBridge?
    nonisolated init() {}
  }
#endif
