import Testing

@testable import PureduxCore

@Suite struct MailboxStateTests {
  /// An action queue that only counts its actions.
  private final class Queue: AnyActionQueue {
    func abandon(_ locked: borrowing LockToken) -> AnyObject { self }
    func deliver(_ count: Int, _ turn: borrowing Turn) {}
  }

  /// The states of a mailbox, each reached in the fewest steps.
  private enum Situation: CaseIterable {
    case idle, scheduled, delivering, deliveringWithMore

    func make(_ queue: Queue) -> MailboxState {
      var state = MailboxState()
      guard self != .idle else { return state }
      _ = state.postAction(to: queue)
      guard self != .scheduled else { return state }
      _ = state.beginDelivering()
      if self == .deliveringWithMore { _ = state.postAction(to: queue) }
      return state
    }
  }

  private let first = Queue()
  private let second = Queue()

  /// The contents of a batch, as text.
  private func words(_ batch: MailboxState.Batch?) -> [String]? {
    batch?.map { item in
      switch item {
      case .actions(let queue, let count): "\(count) of \(queue === first ? "first" : "second")"
      case .message: "message"
      case .delivered: "delivered"
      }
    }
  }

  @Test func `a delivery is scheduled by the first post only, whatever is posted`() {
    for situation in Situation.allCases {
      var (action, other, message) = (situation.make(first), situation.make(first), situation.make(first))
      #expect(action.postAction(to: first) == (situation == .idle))
      #expect(other.postAction(to: second) == (situation == .idle))
      let isScheduled = message.post { _ in }
      #expect(isScheduled == (situation == .idle))
    }
  }

  @Test func `a delivery begins once, and only if it was scheduled`() {
    for situation in Situation.allCases {
      var state = situation.make(first)
      #expect(words(state.beginDelivering()) == (situation == .scheduled ? ["1 of first"] : nil))
      #expect(state.beginDelivering() == nil)
    }
  }

  @Test func `the first message is delivered at once only if nothing waits and no delivery is running`() {
    for situation in Situation.allCases {
      var state = situation.make(first)
      #expect(words(state.beginAtOnce()) == (situation == .idle ? [] : nil))
    }
  }

  @Test func `taking returns the messages that arrived in the meantime, then ends the delivery`() {
    for situation in [Situation.delivering, .deliveringWithMore] {
      var state = situation.make(first)
      var batch = MailboxState.Batch()
      if situation == .deliveringWithMore {
        let isMore = state.take(&batch)
        #expect(isMore)
        #expect(words(batch) == ["1 of first"])
        batch.removeAll()
      }
      let isMore = state.take(&batch)
      #expect(!isMore)
      let isScheduled = state.postAction(to: first)
      #expect(isScheduled, "idle again, so the next post schedules")
    }
  }

  @Test func `abandoning drops scheduled messages, and none that are being delivered`() {
    for situation in Situation.allCases {
      var state = situation.make(first)
      var batch = MailboxState.Batch()
      state.abandon(&batch)
      #expect(words(batch) == (situation == .scheduled ? ["1 of first"] : []))
      #expect(state.postAction(to: second) == (situation == .idle || situation == .scheduled))
    }
  }

  @Test func `an interrupted delivery is scheduled again if messages remain`() {
    for situation in [Situation.delivering, .deliveringWithMore] {
      var state = situation.make(first)
      var batch = MailboxState.Batch()
      let isScheduled = state.interrupt(&batch)
      #expect(isScheduled == (situation == .deliveringWithMore))
      #expect(words(state.beginDelivering()) == (isScheduled ? ["1 of first"] : nil))
    }
  }

  @Test func `consecutive actions of one queue are one item, and the order of all actions is kept`() {
    var state = MailboxState()
    _ = state.postAction(to: first)
    _ = state.postAction(to: first)
    _ = state.postAction(to: second)
    _ = state.post { _ in }
    _ = state.postAction(to: second)
    _ = state.postAction(to: first)
    #expect(words(state.beginDelivering()) == ["2 of first", "1 of second", "message", "1 of second", "1 of first"])
  }

  @Test func `a batch that is taken during a delivery follows everything posted before it`() {
    var state = Situation.scheduled.make(first)
    #expect(words(state.beginDelivering()) == ["1 of first"])
    _ = state.post { _ in }
    _ = state.postAction(to: first)
    var batch = MailboxState.Batch()
    let isMore = state.take(&batch)
    #expect(isMore)
    #expect(words(batch) == ["message", "1 of first"])
  }

  #if DEBUG
    @Test func `taking a batch without a delivery is a bug of the library, and traps in a debug build`() async {
      await #expect(processExitsWith: .failure) {
        var state = MailboxState()
        var batch = MailboxState.Batch()
        _ = state.take(&batch)
      }
    }
  #endif
}
