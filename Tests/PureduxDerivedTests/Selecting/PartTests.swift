import PureduxCollections
import PureduxDerived
import PureduxTesting
import Testing

struct PartTests {
  struct Page: Identifiable, Equatable, Sendable {
    let id: Int
    var count = 0
  }

  struct Site: Sendable {
    var home = Page(id: 0)
    var sheet: Page?
    var path: OrderedState<Page> = []
    var other = 0
  }

  enum Action: Equatable, Sendable {
    case home(Int), sheet(Int), page(Int, Int)
    case present(Page?), push(Int), pop(Int), other
  }

  private let runner = ManualRunner()
  private let store: StateStore<Site, Action>
  private let counts = Recorder<Int?>()

  init() {
    store = StateStore(Site(), runner: runner) { site, action in
      switch action {
      case .home(let number): site.home.count += number
      case .sheet(let number): site.sheet?.count += number
      case .page(let id, let number): site.path[id: id]?.count += number
      case .present(let page): site.sheet = page
      case .push(let id): site.path.append(Page(id: id))
      case .pop(let id): site.path.remove(id: id)
      case .other: site.other += 1
      }
    }
  }

  private func perform(_ actions: Action...) {
    for action in actions {
      store.dispatch(action)
      runner.runUntilIdle()
    }
  }

  @Test func `a part has its own state and actions, and its observers are called when it changes`() {
    let home = store.part(\.home, Action.home)
    let token = home.subscribe { [counts] in counts.record($0.count) }
    perform(.other, .home(1), .other, .push(1))
    home.dispatch(2)
    runner.runUntilIdle()
    #expect(counts.values == [0, 1, 3])
    #expect(home.state.count == 3)
    withExtendedLifetime(token) {}
  }

  @Test func `an optional part is nil while it is not present`() {
    let sheet = store.part(\.sheet, Action.sheet)
    let token = sheet.subscribe { [counts] in counts.record($0?.count) }
    perform(.other, .present(Page(id: 1)), .sheet(1), .present(nil), .other)
    #expect(counts.values == [nil, 0, 1, nil])
    withExtendedLifetime(token) {}
  }

  @Test func `a part with an initial value keeps its last value after it has become nil`() {
    let sheet = store.part(\.sheet, initial: Page(id: 9, count: 9), Action.sheet)
    #expect(sheet.state.count == 9)
    perform(.present(Page(id: 1)), .sheet(1))
    #expect(sheet.state.count == 1)
    perform(.present(nil))
    sheet.dispatch(5)
    runner.runUntilIdle()
    #expect(sheet.state.count == 1)
    #expect(store.state.sheet == nil)
  }

  @Test func `an element follows its identity, and may keep its last value`() {
    perform(.push(1), .push(2))
    let (page, lingering) = (
      store.part(\.path, id: 2, Action.page), store.part(\.path, initial: Page(id: 2), Action.page)
    )
    let token = page.subscribe { [counts] in counts.record($0?.count) }
    perform(.page(1, 1), .page(2, 1), .pop(1), .other)
    lingering.dispatch(1)
    runner.runUntilIdle()
    #expect(lingering.state.count == 2)
    perform(.pop(2))
    #expect(counts.values == [0, 1, 2, nil])
    #expect(page.state == nil && lingering.state.count == 2)
    withExtendedLifetime(token) {}
  }

  @Test func `calls for the same part share one comparison after each action`() {
    struct Compared: Equatable, Sendable {
      static let comparisons = Recorder<Void>()
      static func == (one: Self, other: Self) -> Bool {
        comparisons.record(())
        return true
      }
    }
    let store = StateStore<(part: Compared, count: Int), Int>((Compared(), 0), runner: runner) { $0.count += $1 }
    let tokens = (0..<5).map { _ in store.part(\.part) { (number: Int) in number }.subscribe { _ in } }
    runner.runUntilIdle()
    let before = Compared.comparisons.values.count
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(Compared.comparisons.values.count == before + 1)
    withExtendedLifetime(tokens) {}
  }

  @Test func `a part of a part is a part`() {
    let sheet = store.part(\.sheet, initial: Page(id: 1), Action.sheet)
    let count = sheet.part(\.count) { (number: Int) in number }
    let token = count.subscribe { [counts] in counts.record($0) }
    perform(.present(Page(id: 1)), .sheet(2))
    count.dispatch(3)
    runner.runUntilIdle()
    #expect(counts.values == [0, 2, 5])
    withExtendedLifetime(token) {}
  }
}
