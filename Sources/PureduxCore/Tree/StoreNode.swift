/// The object that a handle refers to: the queue for its actions, the source of its state, and its audience.
///
/// A node lives as long as there are handles to it. Reducing needs only its action queue, and publishing only its
/// audience, so neither keeps the node alive.
@usableFromInline
package final class StoreNode<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline package let actionQueue: ActionQueue<Action>
  @usableFromInline package let source: StateSource<State>
  @usableFromInline package let audience: Audience<State>
  /// The node that this one keeps alive.
  private let base: (any AnyObject & Sendable)?
  /// Nil for a root or a plain child.
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
    if isProjection { return }
    actionQueue.path.family.lifetime?.remove(actionQueue.store)
    tree.noteOrphans(audience.close(), of: name)
    if tree.isRecorded.isRaised { tree.noteGone(actionQueue.store, actionQueue.own, isRoot: base == nil) }
    if options?.name != nil { tree.forgetName(of: actionQueue.store) }
  }

  /// Tells a recording of the tree that this store was made.
  @usableFromInline
  func noteMade<Own>(_ own: Own.Type, below parent: UInt64) {
    let parent = StoreID(tree: tree.identity, number: parent)
    let description = StoreDescription(parent: parent, stateType: "\(Own.self)", actionType: "\(Action.self)")
    tree.noteMade(description, actionQueue.store, actionQueue.own, StoreEntrance(self))
  }

  @usableFromInline
  package var tree: StoreTree { actionQueue.tree }

  @usableFromInline
  var ownContext: StoreContext? { options?.context }

  /// The context of a child that is made here: what is in force now, over this store's; nil for the tree's.
  @usableFromInline
  var contextOfChild: StoreContext? {
    let current = StoreContext.current
    return current.isEmpty ? ownContext : context.overlaid(with: current) ?? ownContext
  }

  /// The options of a node that shows the same states.
  @usableFromInline
  package var asProjection: NodeOptions<State> {
    NodeOptions(
      context: ownContext, isProjection: true, isPart: isPart, isOffered: options?.isOffered,
      everyTurn: everyTurn, shown: options?.shown, name: name)
  }

  /// The options of a node that shows a part of the states.
  @usableFromInline
  func optionsOfPart<Part>(
    isOffered: (@Sendable (Part) -> Bool)?, everyTurn: (@Sendable () -> Audience<Part>)?
  ) -> NodeOptions<Part> {
    NodeOptions(
      context: ownContext, isProjection: true, isPart: true, isOffered: isOffered, everyTurn: everyTurn,
      shown: options?.shown, name: name)
  }

  /// Makes an audience that is offered the states in each turn; nil where this node's own is.
  @usableFromInline
  package var everyTurn: (@Sendable () -> Audience<State>)? { options?.everyTurn }

  /// The audience that a child is below.
  @usableFromInline
  var audienceForChild: Audience<State> { everyTurn?() ?? audience }

  /// Makes an audience that is offered the states in each turn: this node's own, if that is.
  @usableFromInline
  package var audienceInEveryTurn: @Sendable () -> Audience<State> {
    if let everyTurn { return everyTurn }
    let audience = audience
    return { audience }
  }

  /// The name that the store was given.
  package var name: String? { options?.name }

  package var isProjection: Bool { options?.isProjection == true }
  var isPart: Bool { options?.isPart == true }

  /// The object that a projection of this node keeps alive: the store that is shown; nil for a window.
  @usableFromInline
  var baseOfProjection: (any AnyObject & Sendable)? { isProjection ? base : self }

  /// The object that a child of this node keeps alive: the store itself where this only shows one.
  @usableFromInline
  var baseOfChild: any AnyObject & Sendable { baseOfProjection ?? self }

  /// The store that is shown here; nil when a window has outlived it.
  var shownStore: (any ShownStore)? {
    if let baseOfProjection { return baseOfProjection as? any ShownStore }
    return options?.shown?.object as? any ShownStore
  }

  /// Reports that the store was gone before anybody read the sequence of its states.
  package func reportGone(_ location: SourceLocation) {
    context.report(.storeWentBeforeItWasRead(name: name, at: location))
  }

  /// Whether this is a window on a store that is gone.
  var hasOutlivedStore: Bool { isProjection && base == nil && options?.shown?.isGone != false }

  /// The context of this store's effects and props.
  package var context: StoreContext { options?.context ?? tree.context }

  /// A copy of the state as of the last turn that has ended, or of the one that is being published.
  @inlinable
  package func state() -> State { source.state(tree) }

  /// Reads the state without keeping the node alive, so that the last state can be read after it is gone.
  package var readState: @Sendable () -> State {
    { [source, tree] in source.state(tree) }
  }

  /// The same, but for a store that shows its past: then this reads its present.
  package var readPresentState: @Sendable () -> State {
    { [source, tree] in
      let make = tree.readPresent { locked in source.capture(locked) }
      return withTemporaryValue(filledBy: make) { $0.pointee }
    }
  }

  /// Makes a registration for an observer, which is not entered yet.
  @usableFromInline
  package func register(
    identity: Identity? = nil, choice: Registration<State>.Choice = .all, location: SourceLocation? = nil,
    skipsPast: Bool = false, _ observe: @escaping Registration<State>.Observe
  ) -> Registration<State> {
    Registration(
      number: tree.nextNumber(), identity: identity, choice: options?.restrict(choice) ?? choice, audience: audience,
      location: location, skipsPast: skipsPast, observe: observe)
  }

  /// Nodes with the same one publish the same states. It is valid as long as one of them is kept.
  package var statesID: ObjectIdentifier { ObjectIdentifier(audience) }

  /// Whether a state is offered to observers of this store.
  package func offers(_ state: State) -> Bool { options?.isOffered?(state) ?? true }

  /// Ends `work` when the store that is shown here goes.
  package func keep(_ work: any Endable) {
    if let shownStore { shownStore.keepHere(work) } else { work.end() }
  }

  /// The work that ends with the store that is shown here.
  package var attachedWork: [any Endable] { shownStore?.attachedWorkHere ?? [] }
}
