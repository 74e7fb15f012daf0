internal import PureduxAtomics

/// A programming mistake: its description, its consequence, and the fix.
///
/// Each mistake is a static member of this type, in an extension in the module that detects the mistake.
public struct Misuse: Sendable, Hashable, CustomStringConvertible {
  /// The mistake, including the action or name involved.
  public let whatHappened: String
  /// The consequence: the library's reaction to the mistake.
  public let consequence: String
  /// The fix: the change to make in the code.
  public let howToFix: String

  /// Describes a mistake in three parts, none of which begins with a capital letter or ends with a period.
  package init(_ whatHappened: String, so consequence: String, fix howToFix: String) {
    self.whatHappened = whatHappened
    self.consequence = consequence
    self.howToFix = howToFix
  }

  public var description: String { "\(whatHappened), so \(consequence).\nTo fix: \(howToFix)." }
}

/// Receives reports of programming mistakes.
///
/// By default, reports are written to standard error. To log the reports, or to stop a debug build at the first report,
/// set another reporter before creating the first store:
///
/// ```swift
/// StoreContext.with({ $0.misuseReporter = MisuseReporter { misuse in assertionFailure("\(misuse)") } }) {
///   _ = StateStore(Counter(), reducer: CounterReducer())
/// }
/// ```
public struct MisuseReporter: Sendable {
  private let receive: @Sendable (Misuse) -> Void

  /// Creates a reporter that calls `receive` synchronously, on the thread where a mistake is detected.
  public init(_ receive: @escaping @Sendable (Misuse) -> Void) {
    _ = Misuse.reportsCollections
    self.receive = receive
  }

  /// Reports a mistake, synchronously.
  public func report(_ misuse: Misuse) { receive(misuse) }

  /// Writes each report to standard error, with control characters escaped.
  public static let standardError = MisuseReporter { misuse in
    var text = "Puredux: \(misuse)"
    // SAFETY: the bytes are read only during the call.
    text.withUTF8 { $0.withMemoryRebound(to: CChar.self) { puredux_print_error($0.baseAddress, $0.count) } }
  }
}

extension StoreContext {
  private enum MisuseReporterKey: StoreContextKey {
    static var defaultValue: MisuseReporter { .standardError }
  }

  /// The reporter of misuse. By default, reports are written to standard error.
  public var misuseReporter: MisuseReporter {
    get { self[MisuseReporterKey.self] }
    set { self[MisuseReporterKey.self] = newValue }
  }

  /// Reports a mistake, except in a replay: the live run has already reported the mistakes of its reducers.
  package func report(_ misuse: Misuse) {
    if puredux_thread_is_replaying() { return }
    TurnObserverHook.withObserverOfThread { $0.reported(misuse) }
    misuseReporter.report(misuse)
  }
}
