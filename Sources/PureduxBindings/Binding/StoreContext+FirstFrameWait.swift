extension StoreContext {
  private enum FirstFrameKey: StoreContextKey {
    static var defaultValue: Duration { .milliseconds(8) }
  }

  /// How long the first frame of views waits for props that other queues make: half a frame.
  var firstFrameWait: Duration {
    get { self[FirstFrameKey.self] }
    set { self[FirstFrameKey.self] = newValue }
  }
}
