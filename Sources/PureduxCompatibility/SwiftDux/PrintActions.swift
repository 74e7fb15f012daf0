internal import PureduxAtomics
public import PureduxCore

/// A middleware that prints each action of a store, and passes it on.
///
/// This type replaces `PrintActionMiddleware` of SwiftDux. In new code, print the events of a tap with
/// `let tap = store.tap { print($0) }`, or use `store.log()` of `PureduxRecording`, which also prints the causes and changes.
///
/// ```swift
/// import PureduxCore
///
/// let store = StateStore(Counter(), middleware: PrintActions(), reducer: CounterReducer())
/// ```
public struct PrintActions<State: Sendable, Action: Sendable>: Middleware {
  private let filter: @Sendable (Action) -> Bool
  private let printer: @Sendable (String) -> Void

  /// Creates a middleware that prints the actions for which `filter` returns true.
  ///
  /// - Parameters:
  ///   - filter: Returns whether to print an action.
  ///   - printer: Called with the text of each action. The default closure prints the text to standard output as one
  ///     line, with control characters escaped.
  public init(
    filter: @escaping @Sendable (_ action: Action) -> Bool = { _ in true },
    printer: @escaping @Sendable (_ line: String) -> Void = { PrintActions.printLine($0) }
  ) {
    self.filter = filter
    self.printer = printer
  }

  public func handle(_ action: Action, at store: MiddlewareContext<State, Action>) -> Action? {
    if filter(action) { printer("\(action)") }
    return action
  }

  @usableFromInline
  static func printLine(_ line: String) {
    var line = line
    // SAFETY: the bytes are read only during the call.
    line.withUTF8 { $0.withMemoryRebound(to: CChar.self) { puredux_print_line($0.baseAddress, $0.count) } }
  }
}
