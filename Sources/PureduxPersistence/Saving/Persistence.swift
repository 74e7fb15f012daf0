/// The saving of one store's state, which goes on until the store is gone, whether this is kept or not.
public struct Persistence: Sendable {
  let settle: @Sendable () async -> Void
  let save: @Sendable () async -> Bool

  /// Returns when all is saved that was dispatched before; false when that failed, and was told.
  ///
  /// To be awaited before the process ends or the app goes to the background.
  @discardableResult
  public func flush() async -> Bool {
    await settle()
    return await save()
  }
}
