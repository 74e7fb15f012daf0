#if canImport(SwiftUI)
  internal import PureduxBindings
  internal import PureduxCore
  public import SwiftUI

  extension View {
    /// Dispatches an action when the view appears.
    ///
    /// By default, the work started by the action is cancelled when the view disappears.
    nonisolated public func onAppear(dispatch action: any Sendable, cancelOnDisappear: Bool = true) -> some View {
      modifier(DispatchOnAppear(action: action, isCancelled: cancelOnDisappear))
    }
  }

  private struct DispatchOnAppear: ViewModifier {
    let action: any Sendable
    let isCancelled: Bool
    @Environment(\.actionDispatcher) private var dispatch
    @State private var holder = SubscriptionHolder()

    nonisolated init(action: any Sendable, isCancelled: Bool) {
      self.action = action
      self.isCancelled = isCancelled
    }

    func body(content: Content) -> some View {
      content
        .onAppear {
          if isCancelled { holder.appear { dispatch.startWork(of: action) } } else { dispatch(action) }
        }
        .onDisappear { holder.disappear() }
    }
  }
#endif
