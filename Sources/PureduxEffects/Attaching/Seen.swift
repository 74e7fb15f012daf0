/// What an attachment keeps from one state to the next.
@usableFromInline
struct Seen<Asked: Asking, Memory: Sendable>: Sendable {
  /// What the attachment's own kind keeps, as the value whose change starts work.
  @usableFromInline var memory: Memory
  @usableFromInline var asked: Asked?
  /// Whether nothing runs or waits.
  @usableFromInline var isQuiet = true

  @inlinable
  init(_ memory: Memory) { self.memory = memory }

  /// Has the supervisor compare what is asked for now with what was, unless it is the very same.
  @inlinable
  mutating func update(_ asked: Asked, _ supervisor: Supervisor, _ maker: () -> Supervisor.Maker) {
    guard let before = self.asked else {
      isQuiet = asked.withStates { supervisor.change(from: UnsafeBufferPointer(start: nil, count: 0), to: $0, maker()) }
      self.asked = asked
      return
    }
    if !asked.isSame(as: before) {
      isQuiet = before.withStates { old in asked.withStates { supervisor.change(from: old, to: $0, maker()) } }
      self.asked = asked
    } else if !isQuiet {
      isQuiet = supervisor.stateChanged(maker())
    }
  }
}
