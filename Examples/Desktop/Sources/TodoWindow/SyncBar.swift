internal import CGTK
internal import GTKSupport
internal import TodoModel

/// The status line at the bottom: the number of open items, a message, and the synchronization.
@MainActor
final class SyncBar {
  let widget: Widget
  private let summary = gtk_label_new("")!
  private let message = gtk_label_new("")!
  private let syncText = gtk_label_new("")!
  private let progress = gtk_progress_bar_new()!
  private let button = gtk_button_new_with_label("Synchronize")!
  private var isSyncing = false

  init(dispatch: @escaping @MainActor (TodoAction) -> Void) {
    widget = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 12, summary, message, syncText, progress, button)
    widget.setMargins(horizontal: 12, vertical: 8)
    gtk_widget_set_hexpand(message, 1)
    gtk_label_set_ellipsize(message.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_set_valign(progress, GTK_ALIGN_CENTER)
    gtk_widget_set_size_request(progress, 80, -1)
    progress.setAccessibleLabel("Synchronization")
    for label in [summary, message, syncText] { label.setClass("dim-label") }
    button.on("clicked") { [weak self] in
      if let self { dispatch(.sync(isSyncing ? .cancel : .start)) }
    }
  }

  func show(_ props: TodoWindowProps) {
    isSyncing = props.isSyncing
    gtk_label_set_text(summary.opaque, props.summary)
    gtk_label_set_text(message.opaque, props.message)
    gtk_label_set_text(syncText.opaque, props.syncText)
    gtk_progress_bar_set_fraction(progress.opaque, props.syncProgress)
    gtk_widget_set_visible(progress, isSyncing.gboolean)
    gtk_button_set_label(button.cast(), isSyncing ? "Cancel" : "Synchronize")
  }
}
