/// A unit of work with access to a store: it reads the state, sends actions, and awaits async calls.
///
/// ```swift
/// let plan = ActionPlan<Int, Int> { store in
///   guard store.state == 0 else { return }
///   await store.send(1)
/// }
/// let run = numbers.run(plan)
/// ```
///
/// If `Action` is a protocol, `extension ActionPlan: AppAction {}` makes each plan an action, which can be dispatched,
/// or started with `store.start(_:)`.
public struct ActionPlan<State: Sendable, Action: Sendable>: Sendable {
  private typealias Body = @Sendable (_ store: PlanStore<State, Action>) async throws -> Void

  private let body: Body

  /// Creates a plan that runs a closure.
  ///
  /// ```swift
  /// let reset = ActionPlan<Int, Int> { store in store.dispatch(-(store.state ?? 0)) }
  /// ```
  ///
  /// - Parameter body: The work, which runs in its own task. An error thrown by the closure is reported as misuse,
  ///   unless the plan was cancelled.
  public init(_ body: @escaping @Sendable (_ store: PlanStore<State, Action>) async throws -> Void) { self.body = body }

  /// Creates a plan whose closure returns a value, which is ignored and reported as misuse.
  ///
  /// - Parameter body: The work. An action returned by the closure is not dispatched.
  @available(
    *, deprecated, message: "The value is unused. Dispatch actions, return a sequence of them, or write `_ =`."
  )
  public init<Value>(_ body: @escaping @Sendable (_ store: PlanStore<State, Action>) async throws -> Value) {
    self.init { store in
      _ = try await body(store)
      store.report(.valueOfPlan("\(Value.self)", action: "\(Action.self)"))
    }
  }

  func begin(at store: WorkContext) -> WorkRun {
    let run = WorkRun(at: store, name: "\(Self.self)")
    run.start { [body] in try await body(PlanStore(run)) }
    return run
  }
}

#if compiler(>=6.2)
  extension ActionPlan {
    /// Creates a plan that dispatches each action from the asynchronous sequence that a closure returns.
    ///
    /// ```swift
    /// let count = ActionPlan<Int, Int> { _ in
    ///   AsyncStream { numbers in
    ///     numbers.yield(1)
    ///     numbers.finish()
    ///   }
    /// }
    /// ```
    ///
    /// The plan ends when the sequence ends. The sequence stays in the plan's task, so it need not be `Sendable`. The
    /// element type of the sequence may differ from the store's action type, for example if `Action` is a protocol. An
    /// element that is not of the store's action type is skipped; in each run of the plan, the first such element is
    /// reported as misuse.
    ///
    /// - Parameter body: Creates the sequence, for example the `values` of a publisher. An error thrown by the sequence
    ///   is reported as misuse, unless the plan was cancelled.
    public init<Elements: AsyncSequence & SendableMetatype>(
      _ body: @escaping @Sendable (_ store: PlanStore<State, Action>) async throws -> Elements
    ) {
      self.init { store in
        var isTold = false
        for try await element in try await body(store) { store.dispatch(element: element, &isTold) }
      }
    }
  }
#else
  extension ActionPlan {
    /// Creates a plan that dispatches each action from the asynchronous sequence that a closure returns.
    public init<Elements: AsyncSequence>(
      _ body: @escaping @Sendable (_ store: PlanStore<State, Action>) async throws -> Elements
    ) {
      self.init { store in
        var isTold = false
        for try await element in try await body(store) { store.dispatch(element: element, &isTold) }
      }
    }
  }
#endif

extension ActionPlan: WorkAction {
  public func startWork(at store: WorkContext) -> StoreSubscription? {
    guard !store.isOther(than: State.self) else {
      store.context.report(.planForOtherState("\(Self.self)"))
      return nil
    }
    return StoreSubscription(begin(at: store))
  }
}

extension Store {
  /// Starts a plan, which runs until it returns or is cancelled, or until the store is released.
  ///
  /// ```swift
  /// let run = store.run(plan)
  /// await run.finished()
  /// ```
  ///
  /// - Parameter plan: The plan, which does not retain the store.
  /// - Returns: A handle to cancel or await the plan. The plan continues if the handle is released.
  @discardableResult
  public func run(_ plan: ActionPlan<State, Action>) -> PlanRun {
    PlanRun(plan.begin(at: eraseToAnyStore().node.workContext))
  }
}

/// A plan's non-owning handle to the store.
///
/// ```swift
/// let plan = ActionPlan<Int, Int> { store in
///   await store.send(1)
///   if let count = store.state { store.dispatch(count) }
/// }
/// ```
public struct PlanStore<State: Sendable, Action: Sendable>: Sendable {
  private let run: WorkRun

  init(_ run: WorkRun) { self.run = run }

  /// The current state; nil if the store has been released.
  public var state: State? { run.store.state() }

  /// Dispatches an action and returns immediately. If the plan was cancelled, the action is dropped.
  public func dispatch(_ action: Action) { run.dispatch(action) }

  /// Dispatches an action, and returns when the resulting state has been published.
  ///
  /// The method also returns if the action is dropped because the plan was cancelled or the store was released.
  public func send(_ action: Action) async { await run.send(action) }

  /// Dispatches an element of a plan's sequence. The first element of another type is reported, and sets `isTold`.
  func dispatch<Element>(element: Element, _ isTold: inout Bool) {
    if let action = element as? Action { return dispatch(action) }
    if !isTold { report(.valueOfPlan("\(Element.self)", action: "\(Action.self)")) }
    isTold = true
  }

  func report(_ misuse: Misuse) { run.store.context.report(misuse) }
}

/// A handle to a plan that was started with `store.run(_:)`.
///
/// ```swift
/// let run = store.run(plan)
/// await run.finished()
/// ```
///
/// Releasing the handle does not end the plan.
public struct PlanRun: Sendable {
  private let run: WorkRun

  init(_ run: WorkRun) { self.run = run }

  /// Cancels the plan's task. Actions that the plan dispatches later are dropped.
  public func cancel() { run.cancel() }

  /// Waits until the plan has returned, even if it was cancelled.
  ///
  /// - Parameters:
  ///   - fileID: The file of this call, for reports.
  ///   - line: The line of this call, for reports.
  public func finished(fileID: StaticString = #fileID, line: UInt = #line) async {
    await run.store.context.waiting(in: "finished", at: SourceLocation(fileID: fileID, line: line)) {
      await run.value()
    }
  }
}
