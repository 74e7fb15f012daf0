/// Decides where and when a store tree does its work.
public protocol StoreRunner: Sendable {
  /// Runs `work` once, on any thread, now or later. The tree asks again only after `work` began.
  func run(_ work: @escaping @Sendable () -> Void)
}
