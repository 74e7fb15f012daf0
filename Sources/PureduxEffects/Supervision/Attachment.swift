/// Effects attached to a store: looks at each state for what it asks for, and has a supervisor see to it.
///
/// `Memory` is what the attachment itself keeps from one state to the next, as the value whose change starts work.
final class Attachment<State: Sendable, Action: Sendable, Asked: Collection & Sendable, Memory: Sendable>: Ending
where Asked.Element == Effect.State {
  typealias Ask = @Sendable (State, inout Memory) -> Asked

  private struct Seen: Sendable {
    var memory: Memory
    var asked: Asked?
    var isQuiet = true
  }

  private let ask: Ask
  private let seen: TurnLocal<Seen>
  private let supervisor: Supervisor<State, Action>
  private let observation = Guarded<StoreSubscription?>(nil)

  init(_ supervisor: Supervisor<State, Action>, memory: Memory, ask: @escaping Ask) {
    self.supervisor = supervisor
    self.ask = ask
    seen = TurnLocal(Seen(memory: memory))
  }

  /// Begins to look at the states of a store, until the store goes.
  func attach(to store: StateStore<State, Action>) {
    let registration = store.node.register { state, turn in
      self.observe(state, turn)
      return .active
    }
    observation.withLock { $0 = store.node.subscribe(registration) }
    store.node.keep(self)
  }

  var isEnded: Bool { supervisor.isEnded }

  func end() {
    supervisor.end()
    let observation = observation.withLock { observation in
      defer { observation = nil }
      return observation
    }
    observation?.cancel()
  }

  private func observe(_ state: State, _ turn: borrowing Turn) {
    seen.with(turn) { seen in
      let asked = ask(state, &seen.memory)
      if let before = seen.asked, haveSameBytes(before, asked) {
        if !seen.isQuiet { seen.isQuiet = supervisor.stateChanged(state) }
      } else {
        seen.isQuiet = withElements(of: seen.asked, asked) { supervisor.change(from: $0, to: $1, state) }
        seen.asked = asked
      }
    }
  }
}

extension Attachment: Reevaluating {
  func reevaluate() { supervisor.reevaluate() }
}

/// What can ask again for the effects that were postponed.
protocol Reevaluating {
  func reevaluate()
}

/// Whether two values are the same bit by bit, and so equal; equal ones need not be the same.
///
/// For an array it is the identity of its buffer, which says all as long as both are kept.
private func haveSameBytes<Value>(_ one: Value, _ other: Value) -> Bool {
  withUnsafeBytes(of: one) { one in
    withUnsafeBytes(of: other) { other in one.elementsEqual(other) }
  }
}

/// Lends the elements of both as buffers, without copying those of arrays.
private func withElements<Elements: Collection, Result>(
  of one: Elements?, _ other: Elements,
  _ body: (UnsafeBufferPointer<Elements.Element>, UnsafeBufferPointer<Elements.Element>) -> Result
) -> Result {
  guard let one else { return withElements(of: other) { body(UnsafeBufferPointer(start: nil, count: 0), $0) } }
  return withElements(of: one) { one in withElements(of: other) { body(one, $0) } }
}

private func withElements<Elements: Collection, Result>(
  of elements: Elements, _ body: (UnsafeBufferPointer<Elements.Element>) -> Result
) -> Result {
  elements.withContiguousStorageIfAvailable(body) ?? Array(elements).withUnsafeBufferPointer(body)
}
