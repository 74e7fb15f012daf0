/// Decides where and when a store tree does its work.
///
/// The library has three: `.queue` for a background queue, `.main` for the main thread, and `ManualRunner` for tests.
public protocol StoreRunner: Sendable {
  /// Runs `work` once, on any thread, now or later. The tree asks again only after `work` has begun.
  ///
  /// A runner that releases `work` without running it gives up what waits in the tree: the actions are released, and
  /// whoever awaits them goes on.
  func run(_ work: @escaping @Sendable () -> Void)
}
