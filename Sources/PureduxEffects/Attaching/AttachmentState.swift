/// What an attachment keeps from one state of its store to the next.
@frozen
@usableFromInline
struct AttachmentState<Requests: EffectRequests, Memory: Sendable>: Sendable {
  /// What the form of the attachment needs, for example the value whose change starts work.
  @usableFromInline var memory: Memory
  /// The requests of the last state that was compared one by one, in storage of its own.
  @usableFromInline var states: [Effect.State] = []
  /// The very value that holds these requests, kept only while it does not change: a reducer that changes it would have
  /// to copy it.
  @usableFromInline var unchanged: Requests?
  /// Whether nothing runs or waits.
  @usableFromInline var isQuiet = true

  @inlinable
  init(_ memory: Memory) { self.memory = memory }

  /// Has the supervisor compare the requests with those before, unless they are the very same.
  @inlinable
  mutating func update(_ requests: Requests, _ supervisor: Supervisor, _ source: Supervisor.FactorySource) {
    if let unchanged, requests.isIdentical(to: unchanged) {
      if !isQuiet { isQuiet = supervisor.stateChanged(source) }
    } else if let isQuiet = requests.withStates({ supervisor.change(&states, to: $0, source) }) {
      self.isQuiet = isQuiet
      unchanged = nil
    } else {
      if !isQuiet { isQuiet = supervisor.stateChanged(source) }
      unchanged = requests
    }
  }
}
