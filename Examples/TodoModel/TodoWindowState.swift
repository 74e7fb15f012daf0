/// The state of one window on the list. Each window has its own.
package struct TodoWindowState: Sendable, Equatable, Codable {
  package enum Action: Sendable, Codable {
    case show(TodoQuery.Filter)
    /// The text in the search field has changed.
    case typeSearch(String)
    /// The user has paused: searches for the text in the search field.
    case search
    case showDetails(TodoItem.ID?)
    /// Shows the details of the item, or hides them if they are already shown.
    case toggleDetails(TodoItem.ID)
  }

  package private(set) var query = TodoQuery()
  /// The text in the search field, which `query` follows.
  package private(set) var searchText = ""
  /// The item whose details are shown.
  package private(set) var detailsID: TodoItem.ID?

  package init(showing filter: TodoQuery.Filter = .all) { query.filter = filter }

  mutating func reduce(_ action: Action) {
    switch action {
    case .show(let filter): query.filter = filter
    case .typeSearch(let text): searchText = text
    case .search: query.text = searchText
    case .showDetails(let id): detailsID = id
    case .toggleDetails(let id): detailsID = detailsID == id ? nil : id
    }
  }
}
