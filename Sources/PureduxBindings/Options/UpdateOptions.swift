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

/// How often a view is updated while its state keeps changing.
///
/// Whatever the rate is, the first state is shown at once, and the last one is always shown.
///
/// ```swift
/// let calm = UpdateOptions<Player>(rate: .throttle(0.25))   // four updates a second at most
/// ```
///
/// Seconds that are negative, or not a number, count as zero, and more than a day as a day. Both are reported.
public enum UpdateRate: Hashable, Sendable {
  /// Updates when so many seconds have passed without a change, and after four times as long at most.
  ///
  /// A burst of changes is one update, made when the burst is over. Zero seconds update as soon as possible.
  case debounce(Double)

  /// Updates at the first change, and then once in so many seconds, for as long as there are changes.
  ///
  /// A single change is shown without delay. What changes in the seconds after an update is shown together when they
  /// are over.
  case throttle(Double)

  /// Updates at the first change, and then sixty times a second for as long as there are changes.
  ///
  /// The rate of a screen: a click is shown in the next frame, and no frame is prepared twice under a steady stream.
  ///
  /// ```swift
  /// let smooth = UpdateOptions<Player>(rate: .frame)
  /// ```
  public static var frame: UpdateRate { .throttle(1.0 / 60) }
}

extension UpdateRate {
  /// The longest interval that is waited for: a day.
  static let longestInterval: Double = 86_400

  /// The same rate with an interval that can be waited for; reports one that cannot.
  func resolved(in context: StoreContext) -> UpdateSchedule.Rate {
    switch self {
    case .debounce(let seconds): .debounce(Self.duration(seconds, "debounceFor", context))
    case .throttle(let seconds): .throttle(Self.duration(seconds, "throttleFor", context))
    }
  }

  private static func duration(_ seconds: Double, _ parameter: String, _ context: StoreContext) -> Duration {
    if seconds >= 0, seconds <= longestInterval { return .seconds(seconds) }
    let taken = seconds > longestInterval ? longestInterval : 0
    context.report(.intervalOutOfRange(parameter, seconds, taken: taken))
    return .seconds(taken)
  }
}

/// Where props are made. It must be a serial queue.
public typealias PresentationQueue = DispatchQueue

extension DispatchQueue {
  /// The queue on which props are made, unless another one is named.
  public static let sharedPresentationQueue = DispatchQueue(label: "puredux.presentation", qos: .userInteractive)

  /// A serial queue of your own.
  public static func serialQueue(_ queue: DispatchQueue) -> DispatchQueue { queue }
}

extension Double {
  /// How long an update waits for another change, unless another time is given: one frame.
  public static var uiDebounce: Double { 0.016 }
}

extension Misuse {
  static func intervalOutOfRange(_ parameter: String, _ seconds: Double, taken: Double) -> Misuse {
    Misuse(
      "a view was bound with `\(parameter): \(seconds)`", so: "\(Int64(taken)) seconds are used instead",
      fix: "give a number of seconds from 0 to \(Int64(UpdateRate.longestInterval))")
  }

  static func propsNotEquatable(_ type: String) -> Misuse {
    Misuse(
      "a view was bound with `removePropsDuplicates`, and its props, of the type \(type), cannot be compared",
      so: "all of them are shown", fix: "let \(type) be `Equatable`, or give `removeStateDuplicates` instead")
  }
}
