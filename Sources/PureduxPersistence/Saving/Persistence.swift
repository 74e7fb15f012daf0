/// The saving of one store's state, which goes on until the store is gone, whether this is kept or not.
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

  /// Saves now, and returns when all is saved that was dispatched before.
  ///
  /// Await it before the process ends, and when the application goes to the background: a process that ends does not release
  /// its stores, so up to `SavingPace.longest` of changes would be lost. While a recorded program is paused or shows its past,
  /// its present is saved, and what waits until it goes on is not awaited.
  ///
  /// ```swift
  /// let isSaved = await persistence.flush()
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The place of this call, for reports.
  ///   - line: The place of this call.
  /// - Returns: false when saving failed. The archive's `onProblem` was told why, and saving is tried again, unless the store is
  ///   gone.
  @discardableResult
  public func flush(fileID: StaticString = #fileID, line: UInt = #line) async -> Bool {
    await context.waiting(in: "flush", at: SourceLocation(fileID: fileID, line: line)) {
      await settle()
      return await save()
    }
  }
}
