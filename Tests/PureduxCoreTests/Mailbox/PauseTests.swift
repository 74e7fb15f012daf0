import Testing

@testable import PureduxCore

/// The messages that a mailbox queues while an observer of its posts pauses it, and the order of later deliveries.
@Suite struct PauseTests {
  private final class Queue: AnyActionQueue {
    func abandon(_ locked: borrowing LockToken) -> AnyObject { self }
    func deliver(_ count: Int, _ turn: borrowing Turn) {}
  }

  /// Counts its notifications.
  private final class Posts: PostObserver {
    let told = Guarded((posted: 0, abandoned: 0))

    func actionPosted() { told.withLock { $0.posted += 1 } }
    func postsAbandoned() { told.withLock { $0.abandoned += 1 } }
    func noted(_ message: @escaping Mailbox.Message) -> Mailbox.Message { message }
    func notedDuringPause(_ message: @escaping Mailbox.Message) -> Mailbox.Message { message }
  }

  private let queue = Queue()
  private let posts = Posts()

  private func observed() -> MailboxState {
    var state = MailboxState()
    _ = state.beginObserving(posts) { _ in }
    drain(&state)
    return state
  }

  /// Removes everything that may be delivered. Returns the numbers of messages and of actions.
  @discardableResult
  private func drain(_ state: inout MailboxState) -> [Int] {
    guard var batch = state.beginDelivering() else { return [0, 0] }
    var counts = [0, 0]
    repeat {
      for item in batch {
        switch item {
        case .message: counts[0] += 1
        case .actions(_, let count): counts[1] += count
        case .delivered: break
        }
      }
      batch.removeAll()
    } while state.take(&batch)
    return counts
  }

  @Test func `messages posted during a pause schedule nothing, and are delivered after it`() {
    var state = observed()
    #expect(state.postAction(to: queue) == true)
    #expect(state.pause(for: posts, comeBack: { _ in }) { _ in } == false)
    #expect(drain(&state) == [1, 1])
    #expect(state.postAction(to: queue) == false)
    #expect(state.postAction(to: queue) == false)
    let scheduled = state.post { _ in }
    #expect(!scheduled)
    #expect(drain(&state) == [0, 0])
    #expect(state.endPause(for: posts) { _ in } == true)
    #expect(drain(&state) == [2, 2])
    #expect(state.postAction(to: queue) == true)
  }

  @Test func `commands and observers overtake queued actions`() {
    var state = observed()
    _ = state.pause(for: posts, comeBack: { _ in }) { _ in }
    drain(&state)
    _ = state.postAction(to: queue)
    let scheduled = state.postDuringPause { _ in }
    #expect(scheduled)
    #expect(drain(&state) == [1, 0])
    #expect(state.pause(for: posts, comeBack: { _ in }) { _ in } == true)
    #expect(drain(&state) == [1, 0])
    #expect(state.beginAtOnce() == nil)
  }

  @Test func `a pause ends with its observer, and nothing is lost`() {
    var state = observed()
    _ = state.pause(for: posts, comeBack: { _ in }) { _ in }
    drain(&state)
    _ = state.postAction(to: queue)
    let scheduled = state.endObserving(posts) { _ in }
    #expect(scheduled)
    // The command of the pause, and the end of observing.
    #expect(drain(&state) == [2, 1])
    #expect(state.pause(for: posts, comeBack: { _ in }) { _ in } == nil)
    #expect(state.endPause(for: posts) { _ in } == nil)
  }

  @Test func `a dropped mailbox also drops the messages of a pause`() {
    var state = observed()
    _ = state.pause(for: posts, comeBack: { _ in }) { _ in }
    _ = state.postAction(to: queue)
    var batch = MailboxState.Batch()
    state.abandon(&batch)
    #expect(batch.count == 3)
    #expect(posts.told.withLock { $0.abandoned } == 1)
    #expect(state.postAction(to: queue) == true)
  }

  @Test func `an observer is notified of each posted action, and of none before and after`() {
    var state = MailboxState()
    _ = state.postAction(to: queue)
    _ = state.beginObserving(posts) { _ in }
    #expect(posts.told.withLock { $0.posted } == 0)
    for _ in 1...3 { _ = state.postAction(to: queue) }
    #expect(drain(&state) == [1, 4])
    _ = state.beginAtOnce()
    #expect(posts.told.withLock { $0.posted } == 4)
    _ = state.endObserving(posts) { _ in }
    _ = state.postAction(to: queue)
    #expect(posts.told.withLock { $0.posted } == 4)
  }

  @Test func `an observer pauses nothing when another has taken over`() {
    var state = observed()
    let next = Posts()
    _ = state.beginObserving(next) { _ in }
    #expect(state.pause(for: posts, comeBack: { _ in }) { _ in } == nil)
    drain(&state)
    #expect(state.pause(for: next, comeBack: { _ in }) { _ in } == true)
  }
}
