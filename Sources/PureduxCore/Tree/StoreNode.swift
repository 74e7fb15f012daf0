/// What a handle points to: where its actions go, how its state is had, and who observes it.
///
/// A node lives as long as handles to it do. Neither reducing an action (its action queue does that) nor publishing
/// a state (its audience does) needs it, so neither keeps it alive.
@usableFromInline
package final class StoreNode<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline package let actionQueue: ActionQueue<Action>
  @usableFromInline let source: StateSource<State>
  @usableFromInline let audience: Audience<State>
  /// The node that this one rests on and keeps alive.
  private let base: (any AnyObject & Sendable)?
  /// What a root or a plain child does without.
  private let options: NodeOptions<State>?

  @usableFromInline
  init(
    actionQueue: ActionQueue<Action>, source: StateSource<State>, audience: Audience<State>,
    base: (any AnyObject & Sendable)? = nil, options: NodeOptions<State>? = nil
  ) {
    self.actionQueue = actionQueue
    self.source = source
    self.audience = audience
    self.base = base
    self.options = options
  }

  deinit {
    // A projection loses nothing when its handle goes: its observers stay with the store that it shows.
    if !isProjection { audience.close() }
  }

  @usableFromInline
  package var tree: StoreTree { actionQueue.tree }

  @usableFromInline
  var ownContext: StoreContext? { options?.context }

  /// What a child made here has in force instead of the tree's context: what is in force now, over this
  /// store's; nil for nothing of its own.
  @usableFromInline
  var contextOfChild: StoreContext? { context.overlaid(with: .current) ?? ownContext }

  /// The options of a node that shows the same states.
  @usableFromInline
  var asProjection: NodeOptions<State> {
    NodeOptions(
      context: ownContext, isProjection: true, isPart: isPart, isOffered: options?.isOffered, shown: options?.shown)
  }

  /// The options of a node that shows a part of the states.
  @usableFromInline
  func optionsOfPart<Part>(isOffered: (@Sendable (Part) -> Bool)?) -> NodeOptions<Part> {
    NodeOptions(context: ownContext, isProjection: true, isPart: true, isOffered: isOffered, shown: options?.shown)
  }

  var isProjection: Bool { options?.isProjection == true }
  var isPart: Bool { options?.isPart == true }

  /// What a projection of this node keeps alive: the store that is shown; nothing in the case of a window.
  @usableFromInline
  var baseOfProjection: (any AnyObject & Sendable)? { isProjection ? base : self }

  /// The store that is shown here; nil when a window outlived it.
  var shownStore: (any ShownStore)? {
    if let baseOfProjection { return baseOfProjection as? any ShownStore }
    return options?.shown?.object as? any ShownStore
  }

  /// Whether this is a window, and the store is gone.
  var hasOutlivedStore: Bool { isProjection && base == nil && options?.shown?.isGone != false }

  /// What is in force for this store's effects and props.
  package var context: StoreContext { options?.context ?? tree.context }

  /// A copy of the state, as of the last turn that has ended or of the one that is being published.
  @usableFromInline
  package func state() -> State { source.state(tree) }

  /// Reads the state without keeping the node alive, so that its last one can be had after it is gone.
  package var readState: @Sendable () -> State {
    { [source, tree] in source.state(tree) }
  }

  /// Makes an observer's place here, not yet entered.
  @usableFromInline
  package func register(
    identity: Identity? = nil, choice: Registration<State>.Choice = .all,
    _ observe: @escaping Registration<State>.Observe
  ) -> Registration<State> {
    Registration(
      number: tree.nextNumber(), identity: identity, choice: options?.restrict(choice) ?? choice, audience: audience,
      observe: observe)
  }

  /// Whether observers of this store are shown the state at all.
  package func offers(_ state: State) -> Bool { options?.isOffered?(state) ?? true }

  /// Has `work` end when the store goes that is shown here.
  package func keep(_ work: any Endable) {
    if let shownStore { shownStore.keepHere(work) } else { work.end() }
  }

  /// What ends with the store that is shown here.
  package var attachedWork: [any Endable] { shownStore?.attachedWorkHere ?? [] }
}
