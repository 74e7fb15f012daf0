/// The saving of one store's state. It ends with the store, whether or not this value is retained.
///
/// ```swift
/// let persistence = store.persist(in: archive)
/// store.dispatch(.add("milk"))
/// await persistence.flush()
/// ```
public struct Persistence: Sendable {
  let context: StoreContext
  let settle: @Sendable () async -> Void
  let save: @Sendable () async -> Bool

  /// Saves now, and returns when all earlier actions are saved.
  ///
  /// Await this before the process ends, and when the application goes to the background: a process that ends does not
  /// release its stores, so up to `SavingPace.longest` of changes would be lost. While a recorded program is paused or
  /// shows its past, its present state is saved, without waiting for queued actions.
  ///
  /// ```swift
  /// let isSaved = await persistence.flush()
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The location of this call, for reports.
  ///   - line: The location of this call.
  /// - Returns: false if saving failed. The reason was reported to the archive's `onProblem`, and saving is retried
  ///   unless the store is gone.
  @discardableResult
  public func flush(fileID: StaticString = #fileID, line: UInt = #line) async -> Bool {
    await context.waiting(in: "flush", at: SourceLocation(fileID: fileID, line: line)) {
      await settle()
      return await save()
    }
  }
}
