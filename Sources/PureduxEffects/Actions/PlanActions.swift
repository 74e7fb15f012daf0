#if compiler(>=6.2)
  /// A sequence of actions that a plan may return. It stays with the plan's task, so it need not be Sendable.
  public typealias PlanActions = AsyncSequence & SendableMetatype
#else
  /// A sequence of actions that a plan may return. It stays with the plan's task, so it need not be Sendable.
  public typealias PlanActions = AsyncSequence
#endif
