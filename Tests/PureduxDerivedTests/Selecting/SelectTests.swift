import PureduxTesting
import TestSupport
import Testing

@testable import PureduxDerived

@Suite struct SelectTests {
  private let runner = ManualRunner()
  private let computed = Recorder<[String]>()
  private let store: StateStore<Bookshop, Bookshop.Action>

  init() { store = Bookshop.store(runner) }

  private func makeFound() -> StateStore<[String], Bookshop.Action> {
    store.select(\.books, \.search, { $0.limit }) { [computed] books, search, limit in
      let found = Bookshop.find(books, search, limit)
      computed.record(found)
      return found
    }
  }

  private func perform(_ actions: Bookshop.Action...) {
    for action in actions { store.dispatch(action) }
    runner.runUntilIdle()
  }

  @Test func `ten changes are computed ten times, for a hundred observers of three handles`() {
    let found = makeFound()
    let handles = [found, found, found]
    let calls = Recorder<[String]>()
    let tokens = (0..<100).map { handles[$0 % 3].subscribe { calls.record($0) } }
    runner.runUntilIdle()
    #expect(computed.values.count == 1 && calls.removeAll().count == 100)
    for number in 0..<10 { perform(.add("\(number)"), .visit) }
    #expect(computed.values.count == 11)
    #expect(calls.values.count == 1_000)
    #expect(calls.values.last == store.state.found)
    withExtendedLifetime(tokens) {}
  }

  @Test func `nothing is computed without observers and readers`() {
    let found = makeFound()
    perform(.add("Emma"), .search("m"))
    #expect(computed.values.isEmpty)
    let token = found.subscribe { _ in }
    perform(.add("Amok"))
    token.cancel()
    perform(.add("Ulysses"))
    #expect(computed.values.count == 2)
    #expect(found.state == ["Emma", "Amok"])
  }

  @Test func `reading while observed returns the computed value, and reading again computes nothing`() {
    let found = makeFound()
    let token = found.subscribe { _ in }
    perform(.add("Emma"))
    #expect(found.state == ["Emma"] && found.state == ["Emma"])
    #expect(computed.values.count == 2)
    token.cancel()
    perform(.visit)
    #expect(found.state == ["Emma"])
    perform(.add("Amok"))
    #expect(found.state == ["Emma", "Amok"] && found.state == ["Emma", "Amok"])
    #expect(computed.values.count == 3)
  }

  @Test func `an input with a version is never compared as a whole, and never kept`() {
    let found = makeFound()
    let token = found.subscribe { _ in }
    Bookshop.Books.comparisons.removeAll()
    perform(.add("Emma"), .visit, .search("m"))
    #expect(found.state == ["Emma"])
    #expect(Bookshop.Books.comparisons.values.isEmpty)
    withExtendedLifetime(token) {}
  }

  @Test func `an input with a version need not be Equatable, alone and next to inputs of each kind`() {
    struct Book: Identifiable, Sendable {
      let id: Int
      /// This value cannot be compared.
      var onOpen: @Sendable () -> Void = {}
    }
    struct Shelf: Sendable {
      var books: OrderedState<Book> = []
      var drafts: OrderedState<Book> = []
      var limit: Int? = 2
      var visits = 0
    }
    let store = StateStore<Shelf, Int>(Shelf(), runner: runner) { shelf, action in
      switch action {
      case 0: shelf.visits += 1
      case 1: shelf.limit = nil
      case 2: shelf.drafts.append(Book(id: shelf.drafts.count))
      default: shelf.books.append(Book(id: shelf.books.count))
      }
    }
    let made = Recorder<String>()
    let tokens = [
      store.select(\.books) { "books \($0.count)" },
      store.select(\.books, \.limit) { books, limit in "first \(books.count) \(limit ?? 0)" },
      store.select({ $0.limit }, \.books, \.drafts) { "all \($0 ?? 0) \($1.count) \($2.count)" },
      store.selector(for: String.self, \.books) { books, name in "\(name) \(books.count)" }["named"],
      store.selector(for: String.self, \.limit, \.books) { limit, books, name in
        "\(name) \(limit ?? 0) \(books.count)"
      }["both"],
    ].map { store in store.subscribe { made.record($0) } }
    runner.runUntilIdle()
    #expect(made.removeAll().sorted() == ["all 2 0 0", "books 0", "both 2 0", "first 0 2", "named 0"])
    for action in 0...3 { store.dispatch(action) }
    runner.runUntilIdle()
    #expect(
      made.values.sorted() == [
        "all 0 0 0", "all 0 0 1", "all 0 1 1", "books 1", "both 0 0", "both 0 1", "first 0 0", "first 1 0", "named 1",
      ])
    withExtendedLifetime(tokens) {}
  }

  @Test func `an input that cannot be compared is reported, and the result is computed for each state`() {
    struct Sounds: Sendable {
      var play: @Sendable () -> Void = {}
    }
    let reports = Recorder<Misuse>()
    let runner = ManualRunner()
    let store = StoreContext.with {
      $0.misuseReporter = reports.reporter
    } operation: {
      StateStore<(Sounds, Int), Int>((Sounds(), 0), runner: runner) { $0.1 += $1 }
    }
    let calls = Recorder<Int>()
    let token = store.select({ $0.0 }, { $0.1 / 10 }) { _, tens in tens }.subscribe { calls.record($0) }
    for _ in 0..<3 { store.dispatch(4) }
    runner.runUntilIdle()
    #expect(calls.values == [0, 0, 0, 1])
    #expect(reports.values.count == 1 && reports.values.first?.description.contains("Sounds") == true)
    withExtendedLifetime(token) {}
  }

  @Test func `selectors with each number of inputs follow all of them`() {
    let values = StateStore<[Int], Int>([0, 0, 0, 0, 0, 0, 0], runner: runner) { $0[$1] += 1 }
    @Sendable func add(_ values: Int...) -> Int { values.reduce(0, +) }
    var sums = [values.select({ $0[0] }) { a in a }]
    sums.append(values.select({ $0[0] }, { $0[1] }) { a, b in add(a, b) })
    sums.append(values.select({ $0[0] }, { $0[1] }, { $0[2] }) { a, b, c in add(a, b, c) })
    sums.append(values.select({ $0[0] }, { $0[1] }, { $0[2] }, { $0[3] }) { a, b, c, d in add(a, b, c, d) })
    sums.append(
      values.select({ $0[0] }, { $0[1] }, { $0[2] }, { $0[3] }, { $0[4] }) { a, b, c, d, e in add(a, b, c, d, e) })
    sums.append(
      values.select({ $0[0] }, { $0[1] }, { $0[2] }, { $0[3] }, { $0[4] }, { $0[5] }) { a, b, c, d, e, f in
        add(a, b, c, d, e, f)
      })
    sums.append(values.select(when: { $0[0] + $0[6] }) { state in add(state[0], state[6]) })
    let calls = sums.map { _ in Recorder<Int>() }
    let tokens = zip(sums, calls).map { sum, calls in sum.subscribe { calls.record($0) } }
    for index in 0..<7 { values.dispatch(index) }
    runner.runUntilIdle()
    #expect(calls.prefix(6).map(\.values) == (1...6).map { Array(0...$0) })
    #expect(calls[6].values == [0, 1, 2])
    withExtendedLifetime(tokens) {}
  }

  @Test func `a selector may have seven inputs, as key paths`() {
    struct Parts: Sendable { var all = [0, 0, 0, 0, 0, 0, 0] }
    let store = StateStore<Parts, Int>(Parts(), runner: runner) { $0.all[$1] += 1 }
    let calls = Recorder<[Int]>()
    let texts = store.select(
      \.all[0], \.all[1], \.all[2], \.all[3], \.all[4], \.all[5], \.all[6]
    ) { a, b, c, d, e, f, g in [a, b, c, d, e, f, g] }
    let token = texts.subscribe { calls.record($0) }
    for index in [6, 2] { store.dispatch(index) }
    runner.runUntilIdle()
    #expect(calls.values == [[0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1], [0, 0, 1, 0, 0, 0, 1]])
    withExtendedLifetime(token) {}
  }

  @Test func `a new first observer is called when the inputs return to their previous values`() {
    let found = makeFound()
    let earlier = found.subscribe { _ in }
    perform(.add("Emma"))
    earlier.cancel()
    perform(.search("x"))
    let calls = Recorder<[String]>()
    let later = found.subscribe { calls.record($0) }
    perform(.visit, .search(""))
    #expect(calls.values == [[], ["Emma"]])
    withExtendedLifetime(later) {}
  }

  @Test func `observers are called for a change that was computed for a reader earlier in the turn`() {
    let found = makeFound()
    let read = Recorder<[String]>()
    let calls = Recorder<[String]>()
    let tokens = [store.subscribe { _ in read.record(found.state) }, found.subscribe { calls.record($0) }]
    perform(.add("Emma"), .visit)
    #expect(calls.values == [[], ["Emma"]])
    #expect(read.values == [[], ["Emma"], ["Emma"]])
    #expect(computed.values.count == 2)
    withExtendedLifetime(tokens) {}
  }

  @Test func `a reader with an older state gets the result for it, and no other reader does`() {
    let found = makeFound()
    let token = found.subscribe { _ in }
    perform(.add("Emma"))
    let older = found.node.tree.read { found.node.capture($0) }
    perform(.add("Amok"))
    let count = computed.values.count
    #expect(older() == ["Emma"])
    #expect(found.state == ["Emma", "Amok"])
    #expect(computed.values.count == count + 1)
    withExtendedLifetime(token) {}
  }

  @Test func `equal results are published unless duplicates are removed`() {
    let isEmpty = store.select(\.books) { $0.titles.isEmpty }
    let (all, different) = (Recorder<Bool>(), Recorder<Bool>())
    let tokens = [
      isEmpty.subscribe { all.record($0) }, isEmpty.removeDuplicates().subscribe { different.record($0) },
    ]
    perform(.add("Emma"), .add("Amok"), .visit)
    #expect(all.values == [true, false, false])
    #expect(different.values == [true, false])
    withExtendedLifetime(tokens) {}
  }

  @Test func `a projection may use any rule to decide when it is computed again`() {
    let visits = store.removeDuplicates(Equating { $0.visits / 10 == $1.visits / 10 }).map(state: { [computed] state in
      computed.record([])
      return state.visits
    })
    let calls = Recorder<Int>()
    let token = visits.subscribe { calls.record($0) }
    for _ in 0..<25 { perform(.visit) }
    #expect(calls.values == [0, 10, 20])
    #expect(computed.values.count == 3)
    #expect(visits.state == 20)
    withExtendedLifetime(token) {}
  }

  @Test func `selectors, children and windows of a selector follow the selector`() {
    let found = makeFound()
    let count = found.select({ $0 }) { $0.count }
    let child = found.with(0) { own, _ in own += 1 }
    let (counts, pairs) = (Recorder<Int>(), Recorder<[Int]>())
    let tokens = [count.subscribe { counts.record($0) }, child.subscribe { pairs.record([$0.count, $1]) }]
    perform(.visit, .add("Emma"))
    child.dispatch(.visit)
    child.dispatch(.add("Amok"))
    runner.runUntilIdle()
    #expect(counts.values == [0, 1, 2])
    // The child is called in each turn, as any child is.
    #expect(pairs.values == [[0, 0], [0, 0], [1, 0], [1, 1], [2, 2]])
    #expect(child.state == (["Emma", "Amok"], 2) && computed.values.count == 3)
    #expect(found.weak().state == ["Emma", "Amok"])
    withExtendedLifetime(tokens) {}
  }

  @Test func `a selector is released with its last handle and observer, and releases everything it retains`() {
    let probe = ReleaseProbe("the selector")
    var found: StateStore<Probe, Bookshop.Action>? = store.select(\.search) { [token = probe.token()] _ in
      withExtendedLifetime(token) { Probe() }
    }
    let result = (found?.state).map(WeakProbe.init)
    #expect(result?.isGone == false)
    let token = found?.map(state: { $0 }).subscribe { _ in }
    runner.runUntilIdle()
    found = nil
    perform(.visit)
    #expect(result?.isGone == false && !probe.isReleased)
    token?.cancel()
    #expect(result?.isGone == true && probe.isReleased)
  }

  @Test func `the tap receives the number and the duration of a selector's computations`() {
    let clock = TestClock()
    let times = Recorder<String>()
    let store = StoreContext.with({ $0.clock = StoreClock(clock) }) { Bookshop.store(runner) }
    let found = store.select(\.search, name: "found") { search in
      clock.advance(by: .milliseconds(search.count))
      return search
    }
    _ = found.state
    let tap = store.tap { event in
      if case .computed(let name, let time) = event.kind { times.record("\(name) \(time) \(event.revision)") }
    }
    let token = found.subscribe { _ in }
    store.dispatch(.search("abc"))
    store.dispatch(.visit)
    runner.runUntilIdle()
    #expect(times.values == ["found 0.003 seconds 1"])
    token.cancel()
    store.dispatch(.search("ab"))
    runner.runUntilIdle()
    _ = found.state
    runner.runUntilIdle()
    #expect(times.values.last == "found 0.002 seconds 3" && times.values.count == 2)
    withExtendedLifetime(tap) {}
  }
}
