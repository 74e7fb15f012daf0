import PureduxRecording
import PureduxTesting
import Testing

@testable import PureduxQuery

/// The uses of keys in a program that displays its past: they are facts of the present.
@Suite struct `Uses in a recorded program` {
  private func travel(_ world: World, _ command: () -> Void) {
    command()
    world.context.runUntilIdle()
  }

  @Test func `a key that is observed first during a journey is fetched when the program continues`() {
    let world = World()
    let recording = world.store.record()
    world.send(.other)
    travel(world) { recording.jump(to: 0) }
    let seen = Recorder<Note?>()
    let subscription = world.notes[1].subscribe { seen.record($0.value) }
    world.pass(2)
    #expect(world.server.takeLog() == [])
    travel(world) { recording.resume() }
    world.pass(2)
    #expect(seen.values.last == .some(Note()))
    #expect(world.context.misuse.values.isEmpty)
    subscription.cancel()
  }

  @Test func `a use that an observer ends because of the past has ended in the present`() {
    let world = World(.init(staleAfter: .seconds(100), keepUnused: .seconds(5)))
    let recording = world.store.record()
    world.context.runUntilIdle()
    let use = Guarded<StoreSubscription?>(world.notes[1].subscribe { _ in })
    world.pass(2)
    let observer = world.store.subscribe { if $0.notes[1]?.value == nil { use.take()?.cancel() } }
    travel(world) { recording.jump(to: 0) }
    travel(world) { recording.resume() }
    #expect(world.entry(1)?.isUsed == false)
    world.pass(20)
    #expect(world.entry(1) == nil)
    observer.cancel()
  }

  @Test func `a fetch that the displayed past requests starts again when the program continues there`() {
    let world = World()
    let recording = world.store.record()
    let use = world.use(1)
    let asked = recording.lastEvent
    world.pass(2)
    travel(world) { recording.jump(to: asked) }
    travel(world) { recording.resume(.here) }
    #expect(world.entry(1)?.isFetching == true)
    world.pass(2)
    #expect(world.value(1) == Note() && world.entry(1)?.isFetching == false)
    use.cancel()
  }

  @Test func `the present uses are announced to the past from which the program continues`() {
    let world = World()
    let recording = world.store.record()
    world.context.runUntilIdle()
    let use = world.use(1)
    world.pass(2)
    travel(world) { recording.jump(to: 0) }
    travel(world) { recording.resume(.here) }
    #expect(world.entry(1)?.isUsed == true)
    world.pass(2)
    #expect(world.value(1) == Note())
    use.cancel()
  }
}
