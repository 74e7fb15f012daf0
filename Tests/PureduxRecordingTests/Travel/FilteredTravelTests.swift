import PureduxChildren
import PureduxDerived
import PureduxEffects
import PureduxRecording
import PureduxTesting
import Testing

/// Stores that publish only changes: what follows them must not miss the past from which a program continues.
@Suite struct `Parts of a recorded program that publish only changes` {
  private struct Item: Identifiable, Sendable {
    let id: Int
    var job = Effect.State.idle()
  }

  private struct Desk: Sendable {
    var job = Effect.State.idle()
    var items: OrderedState<Item> = [Item(id: 1), Item(id: 2)]
    var path: [Int] = []
  }

  private enum DeskAction: Sendable { case run, cancel, open([Int]) }

  private let context = TestContext()
  private let store: StateStore<Desk, DeskAction>

  init() {
    store = context.run {
      StateStore(Desk()) { desk, action in
        switch action {
        case .run:
          desk.job.run()
          desk.items[id: 1]?.job.run()
        case .cancel:
          desk.job.cancel()
          desk.items[id: 1]?.job.cancel()
        case .open(let path): desk.path = path
        }
      }
    }
  }

  /// A recording of these actions, with the number of the first action.
  private func record(_ actions: DeskAction...) -> (Recording, first: Int) {
    let recording = store.record()
    for action in actions { store.dispatch(action) }
    context.runUntilIdle()
    return (recording, recording.events().first { $0.kind == .action }?.number ?? 0)
  }

  private func travel(_ command: () -> Void) {
    command()
    context.runUntilIdle()
  }

  private func attach(_ part: StateStore<Effect.State, DeskAction>) {
    _ = context.run {
      part.effect({ $0 }, name: "work") { _, _ in
        Effect { try? await StoreContext.current.clock.sleep(.seconds(1000)) }
      }
    }
  }

  private var parts: [StateStore<Effect.State, DeskAction>] {
    [
      store.select({ $0.job }) { $0 },
      store.element(\.items, id: 1).map(state: { $0?.job ?? .idle() }),
      store.offered(whenChanged: .equal { $0.job }).map(state: { $0.job }),
    ]
  }

  @Test(arguments: 0..<3) func `start and stop effects when the program continues from its past`(part: Int) {
    attach(parts[part])
    let (recording, first) = record(.run, .cancel)
    travel { recording.jump(to: first) }
    #expect(context.runningWork == [])
    travel { recording.resume(.here) }
    #expect(context.runningWork == ["work"])
    travel { recording.jump(to: first - 1) }
    #expect(context.runningWork == ["work"])
    travel { recording.resume(.here) }
    #expect(context.runningWork == [])
  }

  @Test(arguments: 0..<3) func `start effects that were attached during the journey`(part: Int) {
    let (recording, first) = record(.run, .cancel)
    travel { recording.jump(to: first) }
    attach(parts[part])
    context.runUntilIdle()
    #expect(context.runningWork == [])
    travel { recording.resume(.here) }
    #expect(context.runningWork == ["work"])
  }

  @Test func `create and end children when the program continues from its past`() {
    let children = store.select({ $0.path }) { $0 }.children(of: { $0 }, id: \.self) { store, id in
      store.with(id) { _, _ in }
    }
    let (recording, first) = record(.open([1, 2]), .open([]))
    travel { recording.jump(to: first) }
    travel { recording.resume(.here) }
    #expect(children.ids == [1, 2])
  }

  @Test func `show each displayed state, and the present again`() {
    let seen = Recorder<[Int]>()
    let subscription = store.select({ $0.path }) { $0 }.subscribe { seen.record($0) }
    let (recording, first) = record(.open([1]), .open([2]))
    travel { recording.jump(to: first) }
    #expect(seen.values.last == [1])
    travel { recording.resume() }
    #expect(seen.values.last == [2])
    store.dispatch(.open([1]))
    context.runUntilIdle()
    #expect(seen.values.last == [1])
    withExtendedLifetime(subscription) {}
  }
}
