import Foundation
import PureduxChildren
import PureduxTesting
import SavedModel
import TestSupport
import Testing

@testable import PureduxPersistence

/// Screens whose parts are restored from a journal.
@Suite struct PersistChildrenInJournalTests {
  private struct Screen: Sendable, Equatable {
    var scrolled = 0
    var books: OrderedState<Book> = []
    var draft = ""

    static let saved: [StatePart<Screen>] = [.value("scrolled", \.scrolled), .elements("books", \.books)]

    mutating func edit(_ number: Int) {
      var random = SplitMix(seed: UInt64(number))
      switch random.next(4) {
      case 0: scrolled = number
      case 1: books.append(Book(id: number, title: "book \(number)", pages: number))
      case 2 where !books.isEmpty: books[random.next(books.count)].title = "edited \(number)"
      default: draft = "never saved"
      }
    }
  }

  private enum Act: Sendable {
    case show([Int])
    case edit(Int)
  }

  private typealias App = StateStore<[Int], Act>
  private typealias Child = StateStore<([Int], Screen), Act>
  private typealias Rows = ChildStates<Int, Screen>

  private let context = TestContext()
  private let storage = MemoryStorage()
  private let problems = Recorder<PersistenceError>()

  private struct Running {
    let app: App
    let screens: Children<Int, Child>
    let persistence: Persistence
  }

  private func start(
    _ path: [Int], _ storage: MemoryStorage? = nil, _ parts: [StatePart<Screen>] = Screen.saved
  ) -> Running {
    context.run {
      let app = App(path) { path, action in if case .show(let other) = action { path = other } }
      let screens = app.children(of: { $0 }, id: \.self) { app, id in
        app.with(Screen()) { (screen: inout Screen, action: Act) in
          if case .edit(let number) = action { screen.edit(number) }
        }
      }
      let journal = Journal<Rows>(storage ?? self.storage, onProblem: { [problems] in problems.record($0) })
      let persistence = app.persist(children: screens, parts, in: journal)
      context.runUntilIdle()
      return Running(app: app, screens: screens, persistence: persistence)
    }
  }

  private func screens(_ running: Running) -> [Int: Screen] {
    Dictionary(
      uniqueKeysWithValues: zip(running.screens.ids, running.screens.all).map { id, child in
        var screen = child.state.1
        screen.draft = ""
        return (id, screen)
      })
  }

  @Test func `random screens are added, changed and removed, and are restored as they were left`() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(seed: seed)
    var (path, number, last) = ([Int](), 0, [Int: Screen]())
    for _ in 0..<12 {
      do {
        let running = start(path)
        #expect(screens(running) == last, "seed \(seed)")
        for _ in 0..<60 {
          number += 1
          switch random.next(10) {
          case 0: path.append(number)
          case 1 where !path.isEmpty: path.remove(at: random.next(path.count))
          case 2: path.shuffle(using: &random)
          case _ where !path.isEmpty: running.screens[path[random.next(path.count)]]?.dispatch(.edit(number))
          default: path.append(number)
          }
          if running.app.state != path { running.app.dispatch(.show(path)) }
          context.runUntilIdle()
          if random.next(4) == 0 { context.advance(by: .seconds(1)) }
        }
        last = screens(running)
        #expect(last.keys.sorted() == path.sorted())
      }
      // The released store saves its unsaved changes.
      context.advance(by: .seconds(60))
    }
    #expect(problems.removeAll().isEmpty)
  }

  @Test func `a change of one of a thousand screens takes the bytes of its part`() throws {
    let running = start(Array(0..<1_000))
    running.screens[7]?.dispatch(.edit(1))
    context.advance(by: .seconds(60))
    let before = try #require(storage.read()).count
    // An edit that scrolls.
    let number = try #require(
      (1...).first { number in
        var screen = Screen()
        screen.edit(number)
        return screen.scrolled == number
      })
    running.screens[500]?.dispatch(.edit(number))
    context.advance(by: .seconds(60))
    #expect(try #require(storage.read()).count - before < 40)
    #expect(screens(start(Array(0..<1_000), MemoryStorage(storage.read())))[500]?.scrolled == number)
  }

  @Test func `the state of a screen waits for its element, even during a rewrite, and is dropped on removal`() {
    do {
      let running = start([1, 2, 3])
      for id in 1...3 { for number in 1...20 { running.screens[id]?.dispatch(.edit(id * 100 + number)) } }
      context.advance(by: .seconds(60))
    }
    let whole = screens(start([1, 2, 3], MemoryStorage(storage.read())))
    #expect(Set(whole.values.map(\.scrolled)).count == 3)
    do {
      // A part that is missing in the file makes the next save write a new file; 2 and 3 have not appeared.
      let more = Screen.saved + [.value("draft", \.draft)]
      let running = start([1], nil, more)
      running.screens[1]?.dispatch(.edit(7))
      context.advance(by: .seconds(60))
      let copy = MemoryStorage(storage.read())
      #expect(screens(start([2, 3], copy, more)) == whole.filter { $0.key != 1 })
      running.app.dispatch(.show([1, 2]))
      running.app.dispatch(.show([1]))
      context.advance(by: .seconds(60))
    }
    let last = screens(start([2, 3]))
    #expect(last[2] == Screen())
    #expect(last[3] == whole[3])
    #expect(problems.removeAll().isEmpty)
  }

  @Test func `cells of an older version are migrated, including those of screens that have not appeared`() {
    struct Old: Sendable {
      var text = "7"
    }
    do {
      context.run {
        let app = App([1, 2]) { path, action in if case .show(let other) = action { path = other } }
        let screens = app.children(of: { $0 }, id: \.self) { app, id in
          app.with(Old()) { (old: inout Old, action: Act) in
            if case .edit(let number) = action { old.text = "\(number)" }
          }
        }
        app.persist(children: screens, [.value("scrolled", \.text)], in: Journal<ChildStates<Int, Old>>(storage))
        context.runUntilIdle()
        screens[1]?.dispatch(.edit(41))
        screens[2]?.dispatch(.edit(42))
        context.advance(by: .seconds(60))
        withExtendedLifetime((app, screens)) {}
      }
      context.advance(by: .seconds(60))
    }
    let parts: [StatePart<Screen>] = [
      .value("scrolled", \.scrolled, version: 2, migrations: [Migration(from: 1) { (old: String) in Int(old) ?? 0 }])
    ]
    do {
      let running = start([1], nil, parts)
      #expect(running.screens[1]?.state.1.scrolled == 41)
      running.screens[1]?.dispatch(.edit(4))
      running.app.dispatch(.show([1, 3]))
      context.advance(by: .seconds(60))
    }
    let last = screens(start([1, 2, 3], nil, parts))
    #expect(last[2]?.scrolled == 42)
    #expect(last[3]?.scrolled == 0)
    #expect(problems.removeAll().isEmpty)
  }

  @Test func `a damaged row is reported, and does not trap`() throws {
    do {
      let running = start([1, 2])
      for number in 1...10 { running.screens[1 + number % 2]?.dispatch(.edit(number)) }
      context.advance(by: .seconds(60))
    }
    let bytes = try #require(storage.read())
    var told = 0
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 0x41
      let running = start([1, 2], MemoryStorage(damaged))
      #expect(running.screens.ids == [1, 2])
      told += problems.removeAll().count
    }
    // Damage at the end means that the process ended while it was writing.
    #expect(told > bytes.count / 2)
  }
}
