import PureduxTesting
import Testing

@testable import PureduxCore

/// What a mailbox has wait, and in which order it goes on, while a recording has its tree paused.
@Suite struct PauseTests {
  private final class Queue: AnyActionQueue {
    func abandon(_ locked: borrowing LockToken) -> AnyObject { self }
    func deliver(_ count: Int, _ turn: borrowing Turn) {}
  }

  private let queue = Queue()
  private let recorder: TurnRecorder
  private let store: StateStore<Int, Int>
  private let keeper: KeptRecording

  init() {
    store = StateStore(0, runner: ManualRunner()) { $0 += $1 }
    keeper = KeptRecording(store)
    recorder = TurnRecorder(store.node.tree, chunkSize: 8, keeper: keeper)
  }

  private func recorded() -> MailboxState {
    var state = MailboxState()
    _ = state.beginObserving(recorder.posts) { _ in }
    drain(&state)
    return state
  }

  /// Takes out all that may be delivered; how many messages, and how many actions.
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

  @Test func `what is posted during a pause schedules nothing, and is delivered after it`() {
    var state = recorded()
    #expect(state.postAction(to: queue) == true)
    #expect(state.pause(for: recorder.posts, comeBack: { _ in }) { _ in } == false)
    #expect(drain(&state) == [1, 1])
    #expect(state.postAction(to: queue) == false)
    #expect(state.postAction(to: queue) == false)
    let scheduled = state.post { _ in }
    #expect(!scheduled)
    #expect(drain(&state) == [0, 0])
    #expect(state.endPause(for: recorder.posts) { _ in } == true)
    #expect(drain(&state) == [2, 2])
    #expect(state.postAction(to: queue) == true)
  }

  @Test func `commands and observers pass what waits`() {
    var state = recorded()
    _ = state.pause(for: recorder.posts, comeBack: { _ in }) { _ in }
    drain(&state)
    _ = state.postAction(to: queue)
    let scheduled = state.postDuringPause { _ in }
    #expect(scheduled)
    #expect(drain(&state) == [1, 0])
    #expect(state.pause(for: recorder.posts, comeBack: { _ in }) { _ in } == true)
    #expect(drain(&state) == [1, 0])
    #expect(state.beginAtOnce() == nil)
  }

  @Test func `a pause ends with its recording, and nothing is lost`() {
    var state = recorded()
    _ = state.pause(for: recorder.posts, comeBack: { _ in }) { _ in }
    drain(&state)
    _ = state.postAction(to: queue)
    let scheduled = state.endObserving(recorder.posts) { _ in }
    #expect(scheduled)
    // What brings the present back, and the end of the recording.
    #expect(drain(&state) == [2, 1])
    #expect(state.pause(for: recorder.posts, comeBack: { _ in }) { _ in } == nil)
    #expect(state.endPause(for: recorder.posts) { _ in } == nil)
  }

  @Test func `a mailbox that is given up gives up what waits in a pause too`() {
    var state = recorded()
    _ = state.pause(for: recorder.posts, comeBack: { _ in }) { _ in }
    _ = state.postAction(to: queue)
    var batch = MailboxState.Batch()
    state.abandon(&batch)
    #expect(batch.count == 3)
    #expect(state.postAction(to: queue) == true)
  }

  @Test func `nobody pauses a tree whose recording another has taken over`() {
    var state = recorded()
    let next = TurnRecorder(store.node.tree, chunkSize: 8, keeper: keeper)
    _ = state.beginObserving(next.posts) { _ in }
    #expect(state.pause(for: recorder.posts, comeBack: { _ in }) { _ in } == nil)
    drain(&state)
    #expect(state.pause(for: next.posts, comeBack: { _ in }) { _ in } == true)
  }

  @Test func `a mailbox that is given up, or delivers what waits, needs nobody to keep the recorder`() {
    var state = MailboxState()
    weak var gone: TurnRecorder?
    var posts: PostedCauses?
    do {
      let recorder = TurnRecorder(store.node.tree, chunkSize: 8, keeper: keeper)
      (gone, posts) = (recorder, recorder.posts)
      _ = state.beginObserving(recorder.posts) { _ in }
    }
    #expect(gone == nil)
    let delivered = AtomicFlag()
    let messages = [posts?.noted { _ in delivered.raise() }, posts?.notedDuringPause { _ in delivered.raise() }]
    for message in messages {
      delivered.lower()
      PrivateTurns().lend { turn in message?(turn) }
      #expect(delivered.isRaised)
    }
    _ = state.postAction(to: queue)
    var batch = MailboxState.Batch()
    state.abandon(&batch)
    #expect(batch.count == 2)
  }
}
