/// A runner that may stop a delivery after each batch, so that a tree that dispatches for ever can be stopped.
package protocol InterruptibleRunner: StoreRunner {
  /// Asked after each batch of messages. Where false, what waits is handed to `run` again.
  var mayContinue: Bool { get }
}
