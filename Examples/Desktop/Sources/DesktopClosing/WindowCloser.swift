import CGTK
import GTKSupport
import TodoWindow

/// Opens two windows in each round, and closes both during updates.
///
/// Each window closes itself or the other one, or a handler of the list closes them after displaying a part of the
/// change.
@MainActor
final class WindowCloser {
  private struct Opened {
    weak var window: TodoWindow?
  }

  private let application: TodoApplication
  private let rounds: Int
  private var round = 0
  private var opened: [Opened] = []
  private var closed = 0

  init(_ application: TodoApplication, rounds: Int) {
    self.application = application
    self.rounds = rounds
  }

  func begin() { next() }

  /// Prints the number of closed windows. Returns false if some were not closed, or remain in memory.
  func report() -> Bool {
    let left = opened.filter { $0.window != nil }.count
    print("\(closed) windows closed in updates, \(left) left in memory")
    return closed == 2 * rounds && left == 0
  }

  private func next() {
    guard round < rounds else { return application.quit() }
    round += 1
    let (one, other) = (open(), open())
    switch round % 3 {
    case 0:
      closeItself(one)
      closeItself(other)
    case 1:
      // Both are due in the same round, so one of them is closed before its update.
      one.onShow = { [weak self, weak one, weak other] _ in
        self?.close(other); self?.close(one)
      }
      other.onShow = { [weak self, weak one, weak other] _ in
        self?.close(one); self?.close(other)
      }
    default:
      closeInList(one)
      closeInList(other)
    }
  }

  private func open() -> TodoWindow {
    let window = application.openWindow()
    opened.append(Opened(window: window))
    window.widget.on("destroy") { [weak self] in self?.windowClosed() }
    return window
  }

  private func windowClosed() {
    closed += 1
    // The next windows are opened when this update is over.
    if closed == 2 * round { Task { next() } }
  }

  private func close(_ window: TodoWindow?) {
    guard let window else { return }
    gtk_window_destroy(window.widget.cast())
  }

  private func closeItself(_ window: TodoWindow) {
    window.onShow = { [weak self, weak window] _ in self?.close(window) }
  }

  private func closeInList(_ window: TodoWindow) {
    guard let list = Self.list(in: window.widget), let model = gtk_list_view_get_model(list.opaque) else {
      return closeItself(window)
    }
    model.on("items-changed") { [weak self, weak window] in self?.close(window) }
  }

  private static func list(in widget: Widget) -> Widget? {
    if g_type_check_instance_is_a(widget.cast(), gtk_list_view_get_type()) != 0 { return widget }
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
      if let found = list(in: next) { return found }
      child = gtk_widget_get_next_sibling(next)
    }
    return nil
  }
}
