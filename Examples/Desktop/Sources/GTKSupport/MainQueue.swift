internal import CGTK

/// Lets GLib's main loop run libdispatch's main queue, and so the main actor.
///
/// Code of the main actor, work of stores with `runner: .main` and callbacks of GTK then share one thread, and wait in
/// one `poll`, without polling at intervals. This file needs nothing else of this package, except for the two
/// declarations of libdispatch in `shim.h`.
///
/// ```swift
/// @main @MainActor
/// enum Program {
///   static func main() {                          // not `async`, which would give the queue to other threads
///     MainQueue.attachToMainLoop()
///     g_application_run(application, 0, nil)
///   }
/// }
/// ```
///
/// A dialog that runs its own loop inside work of the main actor blocks all other work of the main actor. Use the
/// asynchronous dialogs of GTK 4.
@MainActor
public enum MainQueue {
  /// The priority of the queue among GLib's sources: after events (0) and drawing (120).
  ///
  /// With a higher priority, work that fills the queue would keep the window from being drawn.
  public static let priorityAfterDrawing: Int32 = 125

  /// Attaches the queue to GLib's default main context. Call it once, on the main thread, before the loop runs.
  public static func attachToMainLoop(priority: Int32 = priorityAfterDrawing) {
    let handle = _dispatch_get_main_queue_handle_4CF()
    precondition(handle >= 0, "libdispatch has no handle for its main queue")
    g_unix_fd_add_full(
      priority, handle, G_IO_IN,
      { handle, _, _ in
        // libdispatch never reads the handle. Unread, it would wake the loop forever.
        var count: UInt64 = 0
        _ = read(handle, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
        return gboolean(1)
      }, nil, nil)
  }
}
