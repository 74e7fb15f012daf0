/// The object that a handle refers to: the queue for its actions, the source of its state, and its audience.
///
/// A node lives as long as there are handles to it. Reducing needs only its action queue, and publishing only its
/// audience, so neither keeps the node alive.
@usableFromInline
package final class StoreNode<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline package let actionQueue: ActionQueue<Action>
  @usableFromInline package let source: StateSource<State>
  @usableFromInline package let audience: Audience<State>
  private let kind: NodeKind
  /// Nil for most nodes.
  @usableFromInline let options: NodeOptions<State>?

  @usableFromInline
  init(
    actionQueue: ActionQueue<Action>, source: StateSource<State>, audience: Audience<State>,
    kind: NodeKind, options: NodeOptions<State>? = nil
  ) {
    self.actionQueue = actionQueue
    self.source = source
    self.audience = audience
    self.kind = kind
    self.options = options
  }

  deinit {
    // A projection loses nothing when its handle goes: its observers stay with the store that it shows.
    if isProjection { return }
    actionQueue.path.queueContext.lifetime?.remove(actionQueue.store)
    tree.noteOrphans(audience.close(), of: name)
    if tree.isFollowed.isRaised { tree.tellGone(actionQueue.store, actionQueue.own, isRoot: isRoot) }
    if options?.name != nil { tree.forgetName(of: actionQueue.store) }
  }

  /// Tells the observer of the tree's turns that this store was made.
  @usableFromInline
  func tellMade<Own>(_ own: Own.Type, below parent: UInt64) {
    let description = StoreDescription(
      parent: tree.id(of: parent), stateType: "\(Own.self)", actionType: "\(Action.self)")
    tree.tellMade(
      WeakStore(self), MadeStore(number: actionQueue.store, description: description, own: actionQueue.own))
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

  /// The options of a node that shows a part of the states.
  @usableFromInline
  func optionsOfPart<Part>(
    isOffered: (@Sendable (Part) -> Bool)?, unfilteredAudience: (@Sendable () -> Audience<Part>)?
  ) -> NodeOptions<Part> {
    NodeOptions(
      context: ownContext, name: name,
      part: NodeOptions.Part(isOffered: isOffered, unfilteredAudience: unfilteredAudience))
  }

  /// Makes an audience that is offered the states in each turn; nil where this node's own is.
  @usableFromInline
  package var unfilteredAudience: (@Sendable () -> Audience<State>)? { options?.part?.unfilteredAudience }

  /// The audience that a child is below.
  @usableFromInline
  var audienceForChild: Audience<State> { unfilteredAudience?() ?? audience }

  /// Makes an audience that is offered the states in each turn: this node's own, if that is.
  @usableFromInline
  package var unfilteredAudienceOrOwn: @Sendable () -> Audience<State> {
    if let unfilteredAudience { return unfilteredAudience }
    let audience = audience
    return { audience }
  }

  /// The name that the store was given.
  package var name: String? { options?.name }

  private var isRoot: Bool { if case .root = kind { true } else { false } }

  /// Whether the node keeps no state of its own.
  package var isProjection: Bool {
    switch kind {
    case .root, .child: false
    case .projection, .window: true
    }
  }

  /// Whether the states are made from the store's: a part, even where the type is the same.
  var isPart: Bool { options?.part != nil }

  /// What a projection of this node is: it shows the same store.
  @usableFromInline
  var kindOfProjection: NodeKind {
    switch kind {
    case .root, .child: .projection(of: self)
    case .projection, .window: kind
    }
  }

  /// What a child of this node is: it keeps the store alive that is shown here, and a window itself.
  @usableFromInline
  var kindOfChild: NodeKind {
    if case .projection(let store) = kind { .child(of: store) } else { .child(of: self) }
  }

  /// What a window on the store that is shown here is.
  var kindOfWindow: NodeKind {
    switch kind {
    case .root, .child: .window(on: WeakOwner(self))
    case .projection(let store): .window(on: WeakOwner(store))
    case .window: kind
    }
  }

  /// The store that is shown here; nil when a window has outlived it.
  var projectedStore: (any ProjectedStore)? {
    switch kind {
    case .root, .child: self
    case .projection(let store): store as? any ProjectedStore
    case .window(let store): store.object as? any ProjectedStore
    }
  }

  /// Reports that the store was gone before anybody read the sequence of its states.
  package func reportGone(_ location: SourceLocation) {
    context.report(.storeWentBeforeItWasRead(name: name, at: location))
  }

  /// Whether this is a window on a store that is gone.
  var hasOutlivedStore: Bool { if case .window(let store) = kind { store.isGone } else { false } }

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

  /// Lends the same state under the state lock, without copying a store's own. The closure must not touch a store.
  package var lendPresentState: @Sendable ((State) -> Void) -> Void {
    { [source, tree] body in tree.readPresent { locked in source.lendState(locked, body) } }
  }

  /// Makes a registration for an observer, which is not entered yet.
  @usableFromInline
  package func register(
    identity: Identity? = nil, choice: Registration<State>.Choice = .all, location: SourceLocation? = nil,
    skipsPast: Bool = false, _ observe: @escaping Registration<State>.Observe
  ) -> Registration<State> {
    Registration(
      number: tree.nextNumber(), identity: identity, choice: options?.part?.restrict(choice) ?? choice,
      audience: audience,
      location: location, skipsPast: skipsPast, observe: observe)
  }

  /// Nodes with the same one publish the same states. It is valid as long as one of them is kept.
  package var statesID: ObjectIdentifier { ObjectIdentifier(audience) }

  /// Whether a state is offered to observers of this store.
  package func offers(_ state: State) -> Bool { options?.part?.isOffered?(state) ?? true }

  /// Ends `work` when the store that is shown here goes.
  package func keep(_ work: any Cancellable) {
    if let projectedStore { projectedStore.keepHere(work) } else { work.cancel() }
  }

  /// The work that ends with the store that is shown here.
  package var attachedWork: [any Cancellable] { projectedStore?.attachedWorkHere ?? [] }
}

/// What a node is, with the object that it keeps alive. It is as large as a reference: a store may have many children.
@usableFromInline
package enum NodeKind: Sendable {
  /// A store at the top of a tree.
  case root
  /// A store with a state of its own below another one.
  case child(of: any AnyObject & Sendable)
  /// A node without a state of its own, which shows the states of a store.
  case projection(of: any AnyObject & Sendable)
  /// A projection that does not keep its store alive.
  case window(on: WeakOwner)
}

/// What few nodes have.
@usableFromInline
package final class NodeOptions<State>: Sendable {
  /// How a part of the store's states is shown.
  struct Part: Sendable {
    /// Whether a state is offered to observers; nil when every one is.
    let isOffered: (@Sendable (State) -> Bool)?
    /// Makes an audience that is offered the states in each turn, for a child store, whose own state may have changed;
    /// nil where the node's own audience is.
    let unfilteredAudience: (@Sendable () -> Audience<State>)?

    /// Restricts what an observer is called with to the states that are offered here.
    func restrict(_ choice: Registration<State>.Choice) -> Registration<State>.Choice {
      guard let isOffered else { return choice }
      guard case .filtered(let filter) = choice else { return .filtered { state, _ in isOffered(state) } }
      return .filtered { state, turn in isOffered(state) && filter(state, turn) }
    }
  }

  /// The context that was laid over the tree's when the store was made.
  let context: StoreContext?
  /// What the store is called in events and reports.
  let name: String?
  /// Nil where the states of the store itself are shown.
  let part: Part?

  @usableFromInline
  convenience init(context: StoreContext? = nil, name: String? = nil) {
    self.init(context: context, name: name, part: nil)
  }

  init(context: StoreContext?, name: String?, part: Part?) {
    self.context = context
    self.name = name
    self.part = part
  }
}

/// A store with a state of its own, as its projections know it.
protocol ProjectedStore: AnyObject, Sendable {
  func keepHere(_ work: any Cancellable)
  var attachedWorkHere: [any Cancellable] { get }
}

extension StoreNode: ProjectedStore {
  func keepHere(_ work: any Cancellable) { audience.keep(work) }

  var attachedWorkHere: [any Cancellable] { audience.attachedWork() }
}
