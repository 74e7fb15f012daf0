import PureduxCore
import PureduxTesting
import Testing

@Suite struct ChildReducerTests {
  private struct Mail: Sendable {
    var unread: [Int] = []
    var visible: [Int] = []
  }

  private enum Action: Sendable { case arrived(Int), markAllVisible }

  private let runner = ManualRunner()

  private func mail() -> StateStore<Mail, Action> {
    StateStore(Mail(), runner: runner) { (mail: inout Mail, action: Action) in
      switch action {
      case .arrived(let id): mail.unread.append(id)
      case .markAllVisible: mail.unread.removeAll()
      }
    }
  }

  @Test func `mark all visible: a child copies what its parent shows, before the parent reduces the action`() {
    let marks = mail().with(Set<Int>()) { (mail, marks: inout Set<Int>, action: Action) in
      if case .markAllVisible = action { marks.formUnion(mail.unread) }
    }
    marks.dispatch(.arrived(1))
    marks.dispatch(.arrived(2))
    marks.dispatch(.markAllVisible)
    runner.runUntilIdle()
    #expect(marks.state.1 == [1, 2])
    #expect(marks.state.0.unread == [])
  }

  private struct Counting {
    func reduce(_ parent: (Mail, Set<Int>), _ count: inout Int, _ action: Action) {
      count += parent.0.unread.count * 100 + parent.1.count
    }
  }

  @Test func `a child further down reads the whole pair above it, with the reducer of a value`() {
    let marks = mail().with(Set<Int>()) { (mail, marks: inout Set<Int>, action: Action) in
      marks.formUnion(mail.unread)
    }
    let counts = marks.with(0, reducer: Counting().reduce)
    for id in 1...3 { counts.dispatch(.arrived(id)) }
    runner.runUntilIdle()
    #expect(counts.state.1 == 0 + (100 + 0) + (200 + 1))
  }

  @Test func `a child below a part and middlewares reads the state before the action too`() {
    let seen = Recorder<[Int]>()
    let root = StateStore(Mail(), runner: runner, middleware: ClosureMiddleware { action, _ in action }) {
      (mail: inout Mail, action: Action) in
      if case .arrived(let id) = action { mail.unread.append(id) }
    }
    let child = root.map { $0.unread }.with(0) { (unread, _: inout Int, _: Action) in seen.record(unread) }
    child.dispatch(.arrived(1))
    child.dispatch(.arrived(2))
    runner.runUntilIdle()
    #expect(seen.values == [[], [1]])
  }
}
