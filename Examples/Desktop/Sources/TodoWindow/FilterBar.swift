internal import CGTK
internal import Foundation
internal import GTKSupport
internal import Puredux
internal import TodoModel

/// The filters, of which one is active, and the search field.
@MainActor
final class FilterBar {
  let widget: Widget
  let search = TextField(gtk_search_entry_new())
  private let buttons: [(filter: TodoQuery.Filter, widget: Widget)]
  private var isShowing = false

  init(_ store: TodoWindowStore) {
    buttons = TodoQuery.Filter.allCases.map { filter in
      (filter, gtk_toggle_button_new_with_label(filter.rawValue.capitalized)!)
    }
    let box = makeBox(GTK_ORIENTATION_HORIZONTAL)
    box.setClass("linked")
    for button in buttons { gtk_box_append(box.cast(), button.widget) }
    widget = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 8, box, search.widget)
    gtk_widget_set_hexpand(search.widget, 1)
    search.widget.setAccessibleLabel("Search")
    search.widget.set("placeholder-text", "Search")
    search.edit { show in
      FieldEditor(store, \.1.searchText, dispatch: { .window(.typeSearch($0)) }, show: show)
    }
    for (filter, button) in buttons {
      gtk_toggle_button_set_group(button.cast(), filter == .all ? nil : buttons[0].widget.cast())
      button.on("toggled") { [weak self] in
        guard let self, !isShowing, gtk_toggle_button_get_active(button.cast()) != 0 else { return }
        store.dispatch(.window(.show(filter)))
      }
    }
  }

  func show(_ filter: TodoQuery.Filter) {
    isShowing = true
    defer { isShowing = false }
    for button in buttons where button.filter == filter { gtk_toggle_button_set_active(button.widget.cast(), 1) }
  }
}
