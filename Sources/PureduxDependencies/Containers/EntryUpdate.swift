internal import PureduxCore

/// One change of the process's value of an entry: what was read first, and whether writing found that still there.
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

  /// Whether the change has been made.
  var isDone: Bool { progress.withLock { $0.isDone } }

  private func firstBox<Container, Value>(of entry: EntryStorage<Container, Value>) -> SharedBox<Value>? {
    progress.withLock { $0.box } as? SharedBox<Value>
  }
}
