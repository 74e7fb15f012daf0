internal import Puredux

/// A server that keeps a copy of the list.
package struct TodoServer: Sendable {
  /// Thrown when the connection is lost.
  package struct ConnectionLost: Error {
    package init() {}
  }

  /// Sends some of the items. The attempts of one synchronization are counted from zero.
  package let send: @Sendable (_ items: ArraySlice<TodoItem>, _ attempt: Int) async throws -> Void

  package init(send: @escaping @Sendable (_ items: ArraySlice<TodoItem>, _ attempt: Int) async throws -> Void) {
    self.send = send
  }

  /// A simulated server that takes its time.
  ///
  /// In the first attempt, it loses the connection after the first items.
  package static let simulated = TodoServer { items, attempt in
    try await StoreContext.current.clock.sleep(.milliseconds(100))
    if attempt == 0, items.startIndex > 0 { throw ConnectionLost() }
  }
}
