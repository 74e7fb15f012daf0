/// A unit of work with a view of the store: it reads the state, sends actions, and waits as it likes.
///
/// `store.run(plan)` runs it. A plan may also be dispatched like any action where `Action` is a protocol that
/// plans were made to conform to, and `store.start(plan)` then gives its token.
public struct ActionPlan<State: Sendable, Action: Sendable>: Sendable {
  /// What a plan does; an error that it throws ends the plan.
  public typealias Body = @Sendable (_ store: PlanStore<State, Action>) async throws -> Void

  private let body: Body

  /// A plan that does what `body` does. An error that it throws is misuse, unless the plan was cancelled.
  public init(_ body: @escaping Body) { self.body = body }

  /// A plan that dispatches each action of the sequence that `body` returns, for as long as there are any.
  ///
  /// The `values` of a publisher are such a sequence.
  public init<Actions: PlanActions>(
    sequence body: @escaping @Sendable (_ store: PlanStore<State, Action>) async throws -> Actions
  ) where Actions.Element == Action {
    self.init { store in try await store.dispatchAll(of: body(store)) }
  }

  func begin(at site: WorkSite) -> WorkRun {
    let run = WorkRun(at: site, name: "\(Self.self)")
    run.start { [body] in try await body(PlanStore(run)) }
    return run
  }
}

extension ActionPlan: ComposableAction {}

extension ActionPlan: WorkAction {
  public func startWork(at site: WorkSite) -> StoreSubscription? {
    guard !site.isOther(than: State.self) else {
      site.context.report(.planForOtherState("\(Self.self)"))
      return nil
    }
    return StoreSubscription(begin(at: site))
  }
}

extension Store {
  /// Runs a plan at once, until it returns, is cancelled, or the store goes.
  @discardableResult
  public func run(_ plan: ActionPlan<State, Action>) -> PlanRun {
    PlanRun(plan.begin(at: eraseToAnyStore().node.workSite))
  }
}

#if compiler(>=6.2)
  /// A sequence that a plan may return. It stays with the plan's task, so it need not be Sendable.
  public typealias PlanActions = AsyncSequence & SendableMetatype
#else
  /// A sequence that a plan may return. It stays with the plan's task, so it need not be Sendable.
  public typealias PlanActions = AsyncSequence
#endif
