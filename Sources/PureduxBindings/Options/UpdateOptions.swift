public import Dispatch

/// A view's update rate, state filter, and queue for computing props.
///
/// Pass `UpdateOptions` to a `subscribe` method, or pass the most common options as separate parameters.
///
/// ```swift
/// screen.subscribe(
///   store, options: UpdateOptions(removeStateDuplicates: .equal { $0.title }, rate: .throttle(0.25))
/// ) { player in
///   print(player.title)
/// }
/// ```
public struct UpdateOptions<State: Sendable>: Sendable {
  /// The serial queue on which props are computed. The queue is unused if the view receives unconverted states.
  public var presentationQueue: DispatchQueue
  /// Suppresses updates for consecutive states that compare equal; nil suppresses none.
  public var removeStateDuplicates: Equating<State>?
  /// Whether to suppress updates for props that are equal to the displayed props. The props must be `Equatable`.
  ///
  /// Use this option if most changes to the state do not affect the props: for example, if the props contain only a
  /// title, but the state also contains the current time. The displayed props are retained for the comparison.
  ///
  /// ```swift
  /// var options = UpdateOptions<Player>()
  /// options.removePropsDuplicates = true
  /// screen.subscribe(store, props: { player, _ in player.title }, options: options) { print($0) }
  /// ```
  public var removePropsDuplicates = false
  /// The rate of updates while the state keeps changing.
  public var rate: UpdateRate
  /// Whether the view is part of every update of the tree's views, not only of those at its own rate.
  var joinsOthers = false

  /// Creates options with a queue, a filter, and a rate.
  ///
  /// - Parameters:
  ///   - presentationQueue: The serial queue on which props are computed; pass `.main` to compute props on the main
  ///     thread.
  ///   - equating: Suppresses updates for consecutive states that compare equal.
  ///   - rate: The update rate while the state keeps changing; by default, updates are debounced for one frame.
  public init(
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil,
    rate: UpdateRate = .debounce(.uiDebounce)
  ) {
    self.presentationQueue = presentationQueue
    removeStateDuplicates = equating
    self.rate = rate
  }
}

extension UpdateOptions {
  /// Options that update the view as soon as possible and compute props on the main actor.
  static var immediate: UpdateOptions { UpdateOptions(presentationQueue: .main, rate: .debounce(0)) }

  /// Options for sheets, dialogs and stacks: they change at the rate of views, and in every update of other views, so that
  /// a sheet does not disappear before its list shows the new row.
  static var presentation: UpdateOptions {
    var options = UpdateOptions(presentationQueue: .main)
    options.joinsOthers = true
    return options
  }

  /// Options that update the view on the main actor whenever one part of a state changes.
  static func part(_ part: @escaping @Sendable (State) -> some Equatable & Sendable, _ rate: UpdateRate) -> Self {
    UpdateOptions(presentationQueue: .main, removeStateDuplicates: .equal(part), rate: rate)
  }

  /// Returns these options, overridden by the arguments that are not nil.
  func replacing(
    presentationQueue: DispatchQueue?, removeStateDuplicates equating: Equating<State>?, debounceFor interval: Double?
  ) -> Self {
    var options = self
    if let presentationQueue { options.presentationQueue = presentationQueue }
    if let equating { options.removeStateDuplicates = equating }
    if let interval { options.rate = .debounce(interval) }
    return options
  }

  /// These options, adapted to a view that receives unconverted states. Without props to compute, the main queue
  /// suffices.
  var withoutProps: UpdateOptions {
    var options = self
    options.presentationQueue = .main
    return options
  }
}

/// The rate of a view's updates while its state keeps changing.
///
/// Regardless of the rate, the first update is not delayed, and the last state is always displayed.
///
/// ```swift
/// let calm = UpdateOptions<Player>(rate: .throttle(0.25))   // four updates a second at most
/// ```
///
/// A negative interval or NaN is treated as zero, and an interval longer than a day is treated as a day. Invalid
/// intervals are reported.
public enum UpdateRate: Hashable, Sendable {
  /// Updates the view after an interval without changes. Continuous changes delay an update by at most four intervals.
  ///
  /// The interval is in seconds. A burst of changes causes one update, at the end of the burst. If the interval is
  /// zero, each update is made as soon as possible.
  case debounce(Double)

  /// Updates the view at the first change, and then once per interval while changes continue.
  ///
  /// The interval is in seconds. A single change is displayed without delay. Changes during the interval after an
  /// update are coalesced, and displayed at the end of the interval.
  case throttle(Double)

  /// Updates the view at the first change, and then sixty times a second while changes continue.
  ///
  /// This rate matches the refresh rate of a typical screen: the result of a click is displayed in the next frame, and
  /// a steady stream of changes is displayed once per frame.
  ///
  /// ```swift
  /// let smooth = UpdateOptions<Player>(rate: .frame)
  /// ```
  public static var frame: UpdateRate { .throttle(1.0 / 60) }
}

extension UpdateRate {
  /// The longest supported interval: one day.
  static let longestInterval: Double = 86_400

  /// Returns this rate with its interval clamped to the valid range, and reports an invalid interval.
  func resolved(in context: StoreContext) -> UpdateSchedule.Rate {
    switch self {
    case .debounce(let seconds): .debounce(Self.duration(seconds, "debounceFor: \(seconds)", context))
    case .throttle(let seconds): .throttle(Self.duration(seconds, "rate: .throttle(\(seconds))", context))
    }
  }

  private static func duration(_ seconds: Double, _ written: String, _ context: StoreContext) -> Duration {
    if seconds >= 0, seconds <= longestInterval { return .seconds(seconds) }
    let taken = seconds > longestInterval ? longestInterval : 0
    context.report(.intervalOutOfRange(written, taken: taken))
    return .seconds(taken)
  }
}

extension DispatchQueue {
  /// The default queue for computing props.
  public static let sharedPresentationQueue = DispatchQueue(label: "puredux.presentation", qos: .userInteractive)
}

extension Double {
  /// The default debounce interval in seconds: one frame.
  public static var uiDebounce: Double { 0.016 }
}

extension Misuse {
  static func intervalOutOfRange(_ written: String, taken: Double) -> Misuse {
    Misuse(
      "a view was bound with `\(written)`", so: "\(Int64(taken)) seconds are used instead",
      fix: "pass a number of seconds from 0 to \(Int64(UpdateRate.longestInterval))")
  }

  static func propsNotEquatable(_ type: String) -> Misuse {
    Misuse(
      "a view was bound with `removePropsDuplicates`, but its props of type \(type) cannot be compared",
      so: "all of them are displayed", fix: "make \(type) `Equatable`, or use `removeStateDuplicates` instead")
  }
}
