internal import CGTK
internal import Foundation
internal import GTKSupport
internal import Puredux
package import PureduxPersistence
package import TodoModel

/// Windows that show one list, from the start of the program to its end.
@MainActor
package final class TodoApplication {
  package private(set) var windows: [TodoWindow] = []
  private let application = gtk_application_new("org.puredux.Todo", G_APPLICATION_NON_UNIQUE)!
  private let store: TodoStore
  /// Nil if the list is not saved.
  private let persistence: Persistence?
  private var subscriptions: [StoreSubscription] = []
  private var isSaved = true

  package init(_ store: TodoStore, _ persistence: Persistence? = nil) {
    self.store = store
    self.persistence = persistence
  }

  /// Shows these messages as they arrive.
  package func show(_ messages: AsyncStream<String>) {
    Task { [store] in
      for await message in messages { store.dispatch(.showMessage(message)) }
    }
  }

  /// Runs until the last window is closed. Returns whether the list is saved.
  package func run(opening: @escaping @MainActor (TodoWindow) -> Void = { _ in }) -> Bool {
    MainQueue.attachToMainLoop()
    application.on("activate") { [weak self] in
      guard let self else { return }
      followAppearance()
      opening(openWindow())
    }
    for signal in [SIGINT, SIGTERM, SIGHUP] { onSignal(signal) }
    // Retained until the list is saved, which happens after the last window is closed.
    g_application_hold(application.cast())
    g_application_run(application.cast(), 0, nil)
    g_object_unref(application)
    return isSaved
  }

  @discardableResult
  package func openWindow() -> TodoWindow {
    let window = TodoWindow(store, in: application)
    windows.append(window)
    window.widget.on("destroy") { [weak self, weak window] in
      self?.windows.removeAll { $0 === window }
      if self?.windows.isEmpty == true { self?.end() }
    }
    window.widget.onKeys("<Control><Shift>n", isGlobal: true) { [weak self] in self?.openWindow() }
    window.widget.onKeys("<Control>q", isGlobal: true) { [weak self] in self?.quit() }
    gtk_window_present(window.widget.cast())
    return window
  }

  /// Closes all windows, which ends the program.
  package func quit() {
    for window in windows { gtk_window_destroy(window.widget.cast()) }
  }

  private func end() {
    subscriptions = []
    Task {
      isSaved = await persistence?.flush() ?? true
      g_application_release(application.cast())
    }
  }

  private func followAppearance() {
    guard let settings = gtk_settings_get_default(), let display = gdk_display_get_default() else { return }
    subscriptions.append(
      store.bind(\.isDark) { settings.set("gtk-application-prefer-dark-theme", $0) })
    let style = gtk_css_provider_new()!
    gtk_css_provider_load_from_data(style, ".done label { text-decoration: line-through; opacity: 0.6; }", -1)
    gtk_style_context_add_provider_for_display(
      display, style.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(style)
  }

  private func onSignal(_ signal: Int32) {
    g_unix_signal_add(
      signal,
      { data in
        // SAFETY: GLib calls this on the main thread, which `assumeIsolated` checks, while `run` retains the
        // application.
        nonisolated(unsafe) let data = data!
        MainActor.assumeIsolated { Unmanaged<TodoApplication>.fromOpaque(data).takeUnretainedValue().quit() }
        return gboolean(1)
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
