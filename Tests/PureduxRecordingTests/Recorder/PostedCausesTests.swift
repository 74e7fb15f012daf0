import PureduxTesting
import Testing

@testable import PureduxRecording

@Suite struct PostedCausesTests {
  private let store = StateStore<Int, Int>(0, runner: ManualRunner()) { $0 += $1 }

  @Test func `a mailbox that is released, or delivers its queue, does not need the recorder to be retained`() {
    weak var gone: TurnRecorder?
    let posts: PostedCauses
    do {
      let recorder = TurnRecorder(store.node.tree, chunkSize: 8, keeper: KeptRecording(store))
      (gone, posts) = (recorder, recorder.posts)
    }
    #expect(gone == nil)
    let (delivered, turns) = (AtomicFlag(), PrivateTurns())
    for message in [posts.noted { _ in delivered.raise() }, posts.notedDuringPause { _ in delivered.raise() }] {
      delivered.lower()
      turns.lend { turn in message(turn) }
      #expect(delivered.isRaised)
    }
    posts.actionPosted()
    posts.postsAbandoned()
    #expect(posts.wereAbandoned.isRaised)
  }
}
