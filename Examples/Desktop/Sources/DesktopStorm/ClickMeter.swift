import CGTK
import Foundation
import GTKSupport
import TodoModel
import TodoWindow

/// Measures the time from the release of the mouse, as the display server has it, to the end of the frame that shows it.
@MainActor
final class ClickMeter {
  private var pressed: [Int] = []
  private var painted: [Int] = []
  private var shownCount = 0
  private var updates = 0
  private var frames = 0
  private var shownDetails: TodoItem.ID?

  func watch(_ window: TodoWindow) {
    let controller = gtk_event_controller_legacy_new()!
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    controller.onAsking("event") { [weak self] arguments in
      let event = OpaquePointer(arguments.pointer(at: 0))
      if gdk_event_get_event_type(event) == GDK_BUTTON_RELEASE {
        self?.pressed.append(Int(gdk_event_get_time(event)) * 1000)
      }
      return false
    }
    gtk_widget_add_controller(window.widget, controller)
    window.onShow = { [weak self] props in self?.shown(props) }
    gtk_widget_get_frame_clock(window.widget)!.on("after-paint") { [weak self] in self?.framePainted() }
  }

  private func shown(_ props: TodoWindowProps) {
    updates += 1
    guard props.details?.id != shownDetails else { return }
    shownDetails = props.details?.id
    shownCount = min(shownCount + 1, pressed.count)
  }

  private func framePainted() {
    frames += 1
    while painted.count < shownCount { painted.append(Int(g_get_monotonic_time())) }
  }

  func report() {
    let times = zip(pressed, painted).map { Double($1 - $0) / 1000 }.sorted()
    guard let worst = times.last else { return print("no click was shown") }
    func text(_ time: Double) -> String { String(format: "%.1f", time) }
    print(
      """
      \(pressed.count) clicks, \(times.count) shown; from release to frame: median \(text(times[times.count / 2])) ms, \
      nine of ten within \(text(times[times.count * 9 / 10])) ms, worst \(text(worst)) ms
      \(updates) updates, \(frames) frames
      """)
  }
}
