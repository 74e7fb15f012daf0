internal import PureduxHistory

package import Puredux

/// The contents of a window, for any toolkit.
package struct TodoWindowProps: Sendable, Equatable {
  package let rows: OrderedState<TodoItem>
  /// Shown in place of rows; empty if there are any.
  package let emptyText: String
  package let filter: TodoQuery.Filter
  /// Nil if no details are shown.
  package let details: TodoItem?
  /// For example "2 open of 3".
  package let summary: String
  package let message: String
  package let canUndo: Bool
  package let canRedo: Bool
  package let isDark: Bool
  package let isSyncing: Bool
  /// The fraction of the list that is synchronized, from 0 to 1.
  package let syncProgress: Double
  package let syncText: String

  package init(_ state: TodoState, _ window: TodoWindowState) {
    rows = window.query.items(of: state.list)
    emptyText = window.query.emptyText(in: state.list)
    filter = window.query.filter
    details = window.detailsID.flatMap { state.list[$0] }
    let (open, all) = (state.list.openCount, state.list.items.count)
    summary = rows.count == all ? "\(open) open of \(all)" : "\(open) open of \(all), showing \(rows.count)"
    message = state.message
    (canUndo, canRedo) = (state.history.canUndo, state.history.canRedo)
    isDark = state.isDark
    isSyncing = state.sync.job.isInProgress
    syncProgress = state.sync.progress
    syncText = Self.text(of: state.sync)
  }

  private static func text(of sync: TodoSync) -> String {
    if let attempt = sync.job.currentAttempt {
      return attempt == 0 ? "Synchronizing" : "Synchronizing, attempt \(attempt + 1)"
    }
    if sync.job.isSuccess { return "Synchronized" }
    if sync.job.isFailed { return "Not synchronized: the connection was lost" }
    return sync.job.isCancelled ? "Synchronization cancelled" : ""
  }
}
