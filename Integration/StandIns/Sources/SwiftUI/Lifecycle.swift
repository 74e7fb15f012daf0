nonisolated struct LifecycleView<Content: View>: PrimitiveView {
  let content: Content
  var appear: (() -> Void)?
  var disappear: (() -> Void)?
  var task: (@Sendable () async -> Void)?
  var taskID: any Equatable = true

  @MainActor func show(in node: HostNode) {
    node.appear = appear
    node.disappear = disappear
    node.task = task
    node.taskID = taskID
    node.child(0, content)
  }
}

extension View {
  /// https://developer.apple.com/documentation/swiftui/view/onappear(perform:)
  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    LifecycleView(content: self, appear: action)
  }

  /// https://developer.apple.com/documentation/swiftui/view/ondisappear(perform:)
  nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    LifecycleView(content: self, disappear: action)
  }

  /// https://developer.apple.com/documentation/swiftui/view/task(priority:_:)
  nonisolated public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    LifecycleView(content: self, task: action)
  }

  /// https://developer.apple.com/documentation/swiftui/view/task(id:priority:_:)
  nonisolated public func task<T: Equatable>(
    id value: T, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    LifecycleView(content: self, task: action, taskID: value)
  }
}

/// https://developer.apple.com/documentation/swiftui/previewprovider
@MainActor @preconcurrency
public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder static var previews: Previews { get }
}
