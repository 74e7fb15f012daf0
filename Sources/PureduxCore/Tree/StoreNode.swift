/// The object behind a handle: its action queue, the source of its state, and its audience.
///
/// A node is retained by its handles, children and projections. Reducing uses only the action queue, and publishing
/// uses only the audience, so neither retains the node.
@usableFromInline
package final class StoreNode<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline package let actionQueue: ActionQueue<Action>
  @usableFromInline package let source: StateSource<State>
  @usableFromInline package let audience: Audience<State>
  private let kind: NodeKind
  /// Rarely needed properties; nil for most nodes.
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
    // Releasing a projection's node does not end its observers, which belong to the base store.
    if isProjection { return }
    actionQueue.path.queueContext.lifetime?.remove(actionQueue.store)
    tree.noteOrphans(audience.close(), of: name)
    if tree.isFollowed.isRaised { tree.tellGone(actionQueue.store, actionQueue.own, isRoot: isRoot) }
    if options?.name != nil { tree.forgetName(of: actionQueue.store) }
  }

  /// Notifies the tree's turn observer that this store was created.
  @usableFromInline
  func tellMade<Own>(_ own: Own.Type, below parent: UInt64) {
    let event = StoreEvent.Kind.storeMade(
      below: tree.id(of: parent), stateType: "\(Own.self)", actionType: "\(Action.self)")
    tree.tellMade(WeakStore(self), MadeStore(number: actionQueue.store, event: event, own: actionQueue.own))
  }

  @usableFromInline
  package var tree: StoreTree { actionQueue.tree }

  @usableFromInline
  var ownContext: StoreContext? { options?.context }

  /// The context of a new child: the current context overlaid on this store's context.
  ///
  /// If this property is nil, the child uses the tree's context.
  @usableFromInline
  var contextOfChild: StoreContext? {
    let current = StoreContext.current
    return current.isEmpty ? ownContext : context.overlaid(with: current) ?? ownContext
  }

  /// Returns the options of a node that publishes a part of this node's states.
  @usableFromInline
  func optionsOfPart<Part>(
    isOffered: (@Sendable (Part) -> Bool)?, unfilteredAudience: (@Sendable () -> Audience<Part>)?
  ) -> NodeOptions<Part> {
    NodeOptions(
      context: ownContext, name: name,
      part: NodeOptions.Part(isOffered: isOffered, unfilteredAudience: unfilteredAudience))
  }

  /// Creates an audience that receives the state of every turn; nil if `audience` already does.
  @usableFromInline
  package var unfilteredAudience: (@Sendable () -> Audience<State>)? { options?.part?.unfilteredAudience }

  /// The audience to which the audience of a child is attached.
  @usableFromInline
  var audienceForChild: Audience<State> { unfilteredAudience?() ?? audience }

  /// Returns an audience that receives the state of every turn. Creates an audience unless `audience` already receives
  /// every state.
  @usableFromInline
  package var unfilteredAudienceOrOwn: @Sendable () -> Audience<State> {
    if let unfilteredAudience { return unfilteredAudience }
    let audience = audience
    return { audience }
  }

  /// The name of the store.
  package var name: String? { options?.name }

  private var isRoot: Bool { if case .root = kind { true } else { false } }

  /// Whether the node has no state of its own.
  package var isProjection: Bool {
    switch kind {
    case .root, .child: false
    case .projection, .window: true
    }
  }

  /// Whether this node publishes a part of the base store's states. The part may have the same type as the whole state.
  var isPart: Bool { options?.part != nil }

  /// The kind of a projection of this node. A projection of this node has the same base store as the node.
  @usableFromInline
  var kindOfProjection: NodeKind {
    switch kind {
    case .root, .child: .projection(of: self)
    case .projection, .window: kind
    }
  }

  /// The kind of a child of this node. The child retains the base store, except that a window's child retains the
  /// window.
  @usableFromInline
  var kindOfChild: NodeKind {
    if case .projection(let store) = kind { .child(of: store) } else { .child(of: self) }
  }

  /// The kind of a window on the base store.
  var kindOfWindow: NodeKind {
    switch kind {
    case .root, .child: .window(on: WeakOwner(self))
    case .projection(let store): .window(on: WeakOwner(store))
    case .window: kind
    }
  }

  /// The base store; nil if this is a window on a released store.
  var projectedStore: (any ProjectedStore)? {
    switch kind {
    case .root, .child: self
    case .projection(let store): store as? any ProjectedStore
    case .window(let store): store.object as? any ProjectedStore
    }
  }

  /// Whether this is a window on a released store.
  var hasOutlivedStore: Bool { if case .window(let store) = kind { store.isGone } else { false } }

  /// The context of this store's effects and props.
  package var context: StoreContext { options?.context ?? tree.context }

  /// Returns a copy of the state after the last completed turn or, during a publication, of the state being published.
  @inlinable
  package func state() -> State { source.state(tree) }

  /// Reads the state without retaining the node. The last state can still be read after the node is released.
  package var readState: @Sendable () -> State {
    { [source, tree] in source.state(tree) }
  }

  /// Like `readState`, but returns the present state even while the store displays a past state.
  package var readPresentState: @Sendable () -> State {
    { [source, tree] in
      let make = tree.readPresent { locked in source.capture(locked) }
      return withTemporaryValue(filledBy: make) { $0.pointee }
    }
  }

  /// Lends the present state under the state lock, without copying a store's own state. The closure must not use a
  /// store.
  package var lendPresentState: @Sendable ((State) -> Void) -> Void {
    { [source, tree] body in tree.readPresent { locked in source.lendState(locked, body) } }
  }

  /// Creates the registration of an observer, without adding the observer to the audience.
  ///
  /// - Parameter audience: Receives the states of this store; nil for the store's own audience.
  @usableFromInline
  package func register(
    states: ObservedStates<State> = .all, location: SourceLocation? = nil, skipsPast: Bool = false,
    in audience: Audience<State>? = nil, _ observe: @escaping RuledRegistration<State>.Observe
  ) -> Registration<State> {
    RuledRegistration(
      number: tree.nextNumber(), audience: audience ?? self.audience, location: location,
      states: options?.part?.restrict(states) ?? states, skipsPast: skipsPast, observe: observe)
  }

  /// Creates the registration of an observer that is called until it is cancelled or the store is released.
  @usableFromInline
  func register(
    states: ObservedStates<State>, location: SourceLocation?, call: @escaping @Sendable (State) -> Void
  ) -> Registration<State> {
    switch options?.part?.restrict(states) ?? states {
    case .all: Registration(number: tree.nextNumber(), audience: audience, location: location, call: call)
    case .filtered(let filter):
      RuledRegistration(
        number: tree.nextNumber(), audience: audience, location: location, filter: filter, call: call)
    }
  }

  /// Nodes with equal identifiers publish the same states.
  ///
  /// An identifier is valid only as long as a node with this identifier is retained.
  package var statesID: ObjectIdentifier { ObjectIdentifier(audience) }

  /// Returns whether a state is published to observers of this store.
  package func offers(_ state: State) -> Bool { options?.part?.isOffered?(state) ?? true }

  /// Cancels `work` when the base store is released.
  @usableFromInline
  package func keep(_ work: any Cancellable) {
    if let projectedStore { projectedStore.keepHere(work) } else { work.cancel() }
  }

  /// The work that ends with the base store.
  package var attachedWork: [any Cancellable] { projectedStore?.attachedWorkHere ?? [] }
}

/// The kind of a node, with a reference to the object on which the node depends, if any. The enum is kept as small as a
/// reference, because a store may have many children.
@usableFromInline
package enum NodeKind: Sendable {
  /// The root of a tree.
  case root
  /// A child store with a local state.
  case child(of: any AnyObject & Sendable)
  /// A node that has no state of its own, and publishes the states of a store.
  case projection(of: any AnyObject & Sendable)
  /// A projection that does not retain its store.
  case window(on: WeakOwner)
}

/// Properties that few nodes need.
@usableFromInline
package final class NodeOptions<State>: Sendable {
  /// Describes how a part of the store's states is published.
  struct Part: Sendable {
    /// Returns whether a state is published to observers; nil to publish every state.
    let isOffered: (@Sendable (State) -> Bool)?
    /// Creates an audience that receives the state of every turn; nil if the node's own audience already does.
    ///
    /// Child stores need this audience, because a child's own state may have changed even if the published part has
    /// not.
    let unfilteredAudience: (@Sendable () -> Audience<State>)?

    /// Restricts the states that an observer receives to those that the node publishes.
    func restrict(_ states: ObservedStates<State>) -> ObservedStates<State> {
      guard let isOffered else { return states }
      guard case .filtered(let filter) = states else { return .filtered { state, _ in isOffered(state) } }
      return .filtered { state, turn in isOffered(state) && filter(state, turn) }
    }
  }

  /// The context of the store; nil to use the tree's context.
  let context: StoreContext?
  /// The name of the store in events and reports.
  let name: String?
  /// The published part; nil if the node publishes the states of the store itself.
  let part: Part?

  @usableFromInline
  convenience init(context: StoreContext? = nil, name: String? = nil) {
    self.init(context: context, name: name, part: nil)
  }

  init(context: StoreContext?, name: String?, part: Part?) {
    (self.context, self.name, self.part) = (context, name, part)
  }
}

/// The interface through which projections use a store with its own state.
protocol ProjectedStore: AnyObject, Sendable {
  func keepHere(_ work: any Cancellable)
  var attachedWorkHere: [any Cancellable] { get }
}

extension StoreNode: ProjectedStore {
  func keepHere(_ work: any Cancellable) { audience.keep(work) }

  var attachedWorkHere: [any Cancellable] { audience.attachedWork() }
}
