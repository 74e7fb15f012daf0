/// What an attachment keeps from one state to the next.
@usableFromInline
struct Seen<Asked: Asking, Memory: Sendable>: Sendable {
  /// What the attachment's own kind keeps, as the value whose change starts work.
  @usableFromInline var memory: Memory
  /// What was asked for when it was last looked through, in storage of its own.
  @usableFromInline var states: [Effect.State] = []
  /// The very value that asks for this, kept only while it rests: a reducer would have to copy it to change it.
  @usableFromInline var resting: Asked?
  /// Whether nothing runs or waits.
  @usableFromInline var isQuiet = true

  @inlinable
  init(_ memory: Memory) { self.memory = memory }

  /// Has the supervisor compare what is asked for now with what was, unless it is the very same.
  @inlinable
  mutating func update(_ asked: Asked, _ supervisor: Supervisor, _ maker: Supervisor.Maker) {
    if let resting, asked.isSame(as: resting) {
      if !isQuiet { isQuiet = supervisor.stateChanged(maker) }
    } else if let isQuiet = asked.withStates({ supervisor.change(&states, to: $0, maker) }) {
      self.isQuiet = isQuiet
      resting = nil
    } else {
      if !isQuiet { isQuiet = supervisor.stateChanged(maker) }
      resting = asked
    }
  }
}
