internal import CGTK

/// The arguments of a signal, after the object that emits it.
public struct SignalArguments {
  fileprivate let values: UnsafeBufferPointer<GValue>

  /// The object, or the boxed value, at an index.
  public func pointer(at index: Int) -> UnsafeMutableRawPointer {
    withUnsafePointer(to: values[index + 1]) { g_value_peek_pointer($0)! }
  }

  public func position(at index: Int) -> Int {
    Int(withUnsafePointer(to: values[index + 1]) { g_value_get_uint($0) })
  }

  public func number(at index: Int) -> Double {
    withUnsafePointer(to: values[index + 1]) { g_value_get_double($0) }
  }
}

@MainActor
extension ObjectPointer {
  /// Calls `handler` for each signal, until the object is destroyed.
  ///
  /// The object retains the handler, so the handler should capture weakly anything that retains the object.
  public func on(_ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Void) {
    connect(signal, SignalHandler { arguments, _ in handler(arguments) })
  }

  /// Calls `handler` for each signal that has no arguments, or whose arguments do not matter.
  public func on(_ signal: String, _ handler: @escaping @MainActor () -> Void) {
    connect(signal, SignalHandler { _, _ in handler() })
  }

  /// Calls `handler` for each signal that asks whether it is handled.
  public func onAsking(_ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Bool) {
    connect(
      signal,
      SignalHandler { arguments, result in
        guard let result else { preconditionFailure("the signal '\(signal)' asks nothing") }
        g_value_set_boolean(result, handler(arguments).gboolean)
      })
  }

  /// Calls `handler` when a drag is about to begin, to get the content to drag.
  func onPreparing(_ handler: @escaping @MainActor () -> UnsafeMutablePointer<GdkContentProvider>?) {
    connect("prepare", SignalHandler { _, result in g_value_take_object(result, handler()) })
  }

  /// One C function for signals of all types, because GLib describes them to it at run time.
  private func connect(_ signal: String, _ handler: SignalHandler) {
    let data = Unmanaged.passRetained(handler).toOpaque()
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data)!
    g_closure_add_finalize_notifier(closure, data) { data, _ in
      Unmanaged<SignalHandler>.fromOpaque(data!).release()
    }
    g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
      // SAFETY: GLib lends the pointers for the duration of this call, in which the main actor uses them; GTK emits its
      // signals only on the main thread, which `assumeIsolated` checks.
      nonisolated(unsafe) let (result, data, values) = (
        result, closure!.pointee.data!, UnsafeBufferPointer(start: values, count: Int(count))
      )
      MainActor.assumeIsolated {
        let handler = Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue()
        handler.call(SignalArguments(values: values), result)
      }
    }
    precondition(g_signal_connect_closure(raw, signal, closure, 0) != 0, "there is no signal '\(signal)'")
  }
}

private final class SignalHandler {
  let call: @MainActor (_ arguments: SignalArguments, _ result: UnsafeMutablePointer<GValue>?) -> Void

  init(_ call: @escaping @MainActor (SignalArguments, UnsafeMutablePointer<GValue>?) -> Void) { self.call = call }
}
