import Puredux
import PureduxTesting
import Testing
import TodoModel

struct TodoSyncTests {
  private func story(_ server: TodoServer = .simulated) -> TestStore<TodoState, TodoAction> {
    TestStore(exhaustivity: .partial) { TodoStore.todo(runner: .queue(), server: server) }
  }

  @Test func `a lost connection is retried, and then the whole list is sent`() {
    let story = story()
    story.send(.sync(.start))
    story.advance(by: .milliseconds(150))
    #expect(abs(story.store.state.sync.progress - 1.0 / 3) < 0.01)
    story.advance(by: .milliseconds(100))
    #expect(story.store.state.sync.progress == 0)
    #expect(TodoWindowProps(story.store.state, TodoWindowState()).syncText == "Synchronizing, attempt 2")
    story.advance(by: .seconds(1))
    #expect(story.store.state.sync.job.isSuccess && story.store.state.sync.progress == 1)
    story.finish()
  }

  @Test func `a cancelled synchronization sends nothing more, and can begin again`() {
    let sent = Recorder<Int>()
    let story = story(
      TodoServer { items, _ in
        try await StoreContext.current.clock.sleep(.seconds(1))
        sent.record(items.startIndex)
      })
    story.send(.sync(.start))
    story.advance(by: .milliseconds(1_500))
    story.send(.sync(.cancel))
    story.advance(by: .seconds(60))
    #expect(sent.values == [0] && story.store.state.sync.job.isCancelled)
    story.send(.sync(.start))
    #expect(story.store.state.sync.progress == 0)
    story.advance(by: .seconds(3))
    #expect(sent.values == [0, 0, 1, 2] && story.store.state.sync.job.isSuccess)
    story.finish()
  }

  @Test func `a server that always fails is abandoned after three attempts`() {
    let attempts = Recorder<Int>()
    let story = story(
      TodoServer { _, attempt in
        attempts.record(attempt)
        throw TodoServer.ConnectionLost()
      })
    story.send(.sync(.start))
    story.advance(by: .seconds(10))
    #expect(attempts.values == [0, 1, 2] && story.store.state.sync.job.isFailed)
    story.finish()
  }
}
