public import Dispatch

/// When a view is updated, for which states, and where its props are made.
///
/// Every form that subscribes takes one of these, or its parts as parameters.
///
/// ```swift
/// screen.subscribe(
///   store, options: UpdateOptions(removeStateDuplicates: .equal { $0.title }, throttleFor: 0.25)
/// ) { player in
///   print(player.title)
/// }
/// ```
public struct UpdateOptions<State: Sendable>: Sendable {
  /// The serial queue on which props are made. It is not used where a view is given states as they are.
  public var presentationQueue: DispatchQueue
  /// States that are the same by it make no update; nil lets all through.
  public var removeStateDuplicates: Equating<State>?
  /// Whether props that are equal to those shown last make no update. The type of the props has to be `Equatable`.
  ///
  /// For props that stay the same through most changes of the state, for example the title of a screen with a clock. The
  /// props that are shown are kept to be compared.
  ///
  /// ```swift
  /// var options = UpdateOptions<Player>()
  /// options.removePropsDuplicates = true
  /// screen.subscribe(store, props: { player, _ in player.title }, options: options) { print($0) }
  /// ```
  public var removePropsDuplicates = false
  /// How often the view is updated while the state keeps changing.
  public var rate: UpdateRate

  /// Options with a rate.
  ///
  /// - Parameters:
  ///   - presentationQueue: the serial queue on which props are made; `.main` for the main thread.
  ///   - equating: states that are the same by it make no update.
  ///   - rate: how often the view is updated while the state keeps changing; one frame of debouncing by default.
  public init(
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil,
    rate: UpdateRate = .debounce(.uiDebounce)
  ) {
    self.presentationQueue = presentationQueue
    removeStateDuplicates = equating
    self.rate = rate
  }

  /// Options that wait for a pause in the changes.
  ///
  /// - Parameters:
  ///   - presentationQueue: the serial queue on which props are made; `.main` for the main thread.
  ///   - equating: states that are the same by it make no update.
  ///   - interval: how many seconds have to pass without a change; an update waits four times as long at most.
  public init(
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double
  ) {
    self.init(
      presentationQueue: presentationQueue, removeStateDuplicates: equating, rate: .debounce(interval))
  }

  /// Options that update at the first change, and then once in an interval.
  ///
  /// - Parameters:
  ///   - presentationQueue: the serial queue on which props are made; `.main` for the main thread.
  ///   - equating: states that are the same by it make no update.
  ///   - interval: how many seconds pass between two updates at least.
  public init(
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil,
    throttleFor interval: Double
  ) {
    self.init(
      presentationQueue: presentationQueue, removeStateDuplicates: equating, rate: .throttle(interval))
  }
}

extension UpdateOptions {
  /// Updates as soon as possible, made on the main actor.
  static var immediate: UpdateOptions { UpdateOptions(presentationQueue: .main, debounceFor: 0) }

  /// Updates made on the main actor for one part of a state, when the part has changed.
  static func part(_ part: @escaping @Sendable (State) -> some Equatable & Sendable, _ rate: UpdateRate) -> Self {
    UpdateOptions(presentationQueue: .main, removeStateDuplicates: .equal(part), rate: rate)
  }

  /// The same options for a view that is given states as they are, so that nothing is made on a queue.
  var withoutProps: UpdateOptions {
    var options = self
    options.presentationQueue = .main
    return options
  }
}
