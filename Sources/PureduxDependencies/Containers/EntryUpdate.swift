internal import PureduxCore

/// One attempt to change the process-wide value of an entry by compare and swap.
///
/// The attempt fails if the entry was set between the first read and the write.
@usableFromInline
final class EntryUpdate: Sendable {
  private struct Progress {
    /// The box that was read first. A write through a longer key path reads again.
    var box: (any Sendable)?
    var isDone = false
  }

  private let progress = Guarded(Progress())

  func read<Container, Value>(_ entry: EntryStorage<Container, Value>) -> Value {
    if let box = firstBox(of: entry) { return box.value }
    let box = entry.box
    progress.withLock { $0.box = box }
    return box.value
  }

  func write<Container, Value>(_ value: Value, to entry: EntryStorage<Container, Value>) {
    guard let box = firstBox(of: entry) else { return }
    let isDone = entry.replace(box, with: value)
    progress.withLock { $0.isDone = isDone }
  }

  /// Whether the write has found the value that was read.
  var isDone: Bool { progress.withLock { $0.isDone } }

  private func firstBox<Container, Value>(
    of entry: EntryStorage<Container, Value>
  ) -> UncheckedSendableBox<Value>? {
    progress.withLock { $0.box } as? UncheckedSendableBox<Value>
  }
}
