import PureduxCollections
import PureduxEffects
import PureduxTesting
import TestSupport
import Testing

/// Features as stores, and as parts of other features.
struct FeatureTests {
  private let lab = Lab()

  private func board(_ edit: (inout Board) -> Void = { _ in }) -> StateStore<Board, Board.Action> {
    var board = Board(id: 0)
    edit(&board)
    let store = lab.context { StateStore(feature: board, runner: lab.runner) { $0.reduce($1) } }
    lab.settle()
    return store
  }

  private func edit(_ store: StateStore<Board, Board.Action>, _ edit: @escaping @Sendable (inout Board) -> Void) {
    store.dispatch(.edit(edit))
    lab.settle()
  }

  @Test func `a feature works as a root, as a child store, and as a part`() {
    let root = lab.context { StateStore(feature: Ticker(id: 1), runner: lab.runner) { $0.reduce($1) } }
    let board = board()
    let child = board.with(feature: Ticker(id: 2), Board.Action.main) { $0.reduce($1) }
    lab.advance(.seconds(10))
    #expect(root.state.ticks == 1)
    #expect(child.state.1.ticks == 1)
    #expect(board.state.main.ticks == 2)
    child.dispatch(.refresh)
    lab.advance(.seconds(1))
    #expect(child.state.1.results == 1)
    #expect(lab.misuse.values.isEmpty)
  }

  @Test func `parts of every kind work while they are present, and are cancelled in the turn in which they go`() {
    let store = board()
    edit(store) { board in
      board.sheet = Ticker(id: 1)
      board.content = .leaf(Ticker(id: 2))
      board.wrapped = Ticker(id: 3)
      board.rows = [Ticker(id: 4), Ticker(id: 5)]
      board.named["a"] = Ticker(id: 6)
      board.boards.append(Board(id: 7))
    }
    #expect(lab.clock.sleeperCount == 8)
    lab.advance(.seconds(10))
    let state = store.state
    #expect([state.main, state.stored, state.boards[0].main].map(\.ticks) == [1, 1, 1])
    #expect([state.sheet, state.content.leaf, state.named["a"]].map { $0?.ticks } == [1, 1, 1])
    #expect(state.rows.map(\.ticks) == [1, 1])
    edit(store) { board in
      board.sheet = nil
      board.content = .nothing
      board.stored = Ticker(id: 0)
      board.rows.remove(id: 4)
      board.named = [:]
      board.boards = []
    }
    #expect(lab.clock.sleeperCount == 2)
    #expect(lab.misuse.values.isEmpty)
  }

  @Test func `an optional part with another identity starts its work anew`() {
    let store = board { $0.sheet = Ticker(id: 1) }
    lab.advance(.seconds(5))
    edit(store) { $0.sheet = Ticker(id: 2) }
    lab.advance(.seconds(5))
    #expect(store.state.sheet?.ticks == 0)
    lab.advance(.seconds(5))
    #expect(store.state.sheet?.ticks == 1)
  }

  @Test func `a late result of a part that went does not land in the part that replaced it`() {
    let store = board { $0.sheet = Ticker(id: 1, refreshing: .running()) }
    let next = Ticker(id: 2)
    // The clock releases the work, and the part goes before the result's turn.
    edit(store) { $0.sheet = next }
    lab.advance(.seconds(1))
    #expect(store.state.sheet?.results == 0)
  }

  @Test func `elements that share an effect state work on their own`() {
    let job = Effect.State.running()
    let store = board { $0.rows = [Ticker(id: 1, refreshing: job), Ticker(id: 2, refreshing: job)] }
    edit(store) { $0.rows.remove(id: 1) }
    lab.advance(.seconds(1))
    #expect(store.state.rows.map(\.results) == [1])
    #expect(lab.misuse.values.isEmpty)
  }

  @Test func `a postponed effect of an element is created again when the state changes, and on reevaluation`() {
    var element = Ticker(id: 1, refreshing: .running())
    element.isReady = false
    let row = element
    let store = board { $0.rows = [Ticker(id: 0), row] }
    #expect(store.map(progressOf: { $0.rows[1].refreshing }).state == .postponed)
    store.reevaluate()
    lab.settle()
    #expect(store.map(progressOf: { $0.rows[1].refreshing }).state == .postponed)
    store.dispatch(.row(1, .flip))
    lab.settle()
    #expect(store.map(progressOf: { $0.rows[1].refreshing }).state == .running)
    lab.advance(.seconds(1))
    #expect(store.state.rows.map(\.results) == [0, 1])
  }

  @Test func `a run is named by the path of its part`() {
    let names = Recorder<String>()
    let store = lab.context { StateStore(feature: Board(id: 0), runner: lab.runner) { $0.reduce($1) } }
    let token = store.tap { if case .workStarted(let work) = $0.kind { names.record(work.name) } }
    edit(store) { board in
      board.sheet = Ticker(id: 1)
      board.boards.append(Board(id: 7))
      board.boards[0].rows.append(Ticker(id: 8))
    }
    #expect(names.values == ["main.tick", "sheet.tick", "boards[7].main.tick", "boards[7].rows[8].tick"])
    token.cancel()
  }

  @Test func `an element that moves keeps its work`() {
    let store = board { $0.rows = [Ticker(id: 1), Ticker(id: 2), Ticker(id: 3)] }
    lab.advance(.seconds(5))
    edit(store) { $0.rows.sort { $0.id > $1.id } }
    lab.advance(.seconds(5))
    #expect(store.state.rows.map(\.ticks) == [1, 1, 1])
  }

  @Test func `effects of every form are released with their store, also while their work runs`() {
    struct Jobs: Sendable {
      var one = Effect.State.running()
      var all = [Effect.State.running()]
      var list: OrderedState<Ticker> = [Ticker(id: 1, refreshing: .running())]
      var part = Ticker(id: 2)
      var isOn = true
    }
    let probe = ReleaseProbe()
    func makeStore() -> StateStore<Jobs, Int> {
      let token = probe.token()
      let work: @Sendable () -> Effect = {
        Effect {
          try? await StoreContext.current.clock.sleep(.seconds(1))
          withExtendedLifetime(token) {}
        }
      }
      let part: EffectSet<Ticker, Int> = [.effect(whilePresent: "part") { _, _ in work() }]
      return lab.store(Jobs()) { (state: inout Jobs, _: Int) in state.isOn.toggle() }.effects([
        .effect(\.one) { _, _ in work() },
        .effect({ $0.one }) { _, _ in work() },
        .effect(toggle: \.isOn) { _, _ in work() },
        .effect(onChange: \.isOn) { _, _ in work() },
        .effect(collection: \.all) { _, _, _ in work() },
        .effect(forEach: \.list, job: \.refreshing) { _, _ in work() },
        .effect(forEach: { Array($0.list) }, job: \.refreshing) { _, _ in work() },
        .part(\.part, part) { $0 },
        .parts(\.list, part) { $1 },
      ])
    }
    var store: StateStore<Jobs, Int>? = makeStore()
    store?.dispatch(1)
    lab.settle()
    #expect(!probe.isReleased)
    store = nil
    lab.settle()
    lab.advance(.seconds(1))
    probe.expectReleased()
  }

  @Test func `a limit applies to all elements together, and a queue to one element`() {
    struct Line: Sendable, Identifiable {
      let id: Int
      var job = Effect.State.running()
      var text = 0
    }
    struct Lines: Sendable { var lines: OrderedState<Line> = [Line(id: 1), Line(id: 2)] }
    let effects: EffectSet<Line, Void> = [
      .effect(\.job, limit: 1) { [lab] line, _ in
        Effect {
          lab.log.record("job \(line.id)")
          try? await StoreContext.current.clock.sleep(.seconds(1))
        }
      },
      .effect(onChange: \.text, overlap: .queued) { [lab] line, _ in
        Effect {
          lab.log.record("text \(line.id)")
          try? await StoreContext.current.clock.sleep(.seconds(1))
        }
      },
    ]
    let store = lab.store(Lines()) { (state: inout Lines, _: Int) in for id in 1...2 { state.lines[id: id]?.text += 1 }
    }
    .effects([.parts(\.lines, effects) { id, _ in id }])
    lab.settle()
    #expect(lab.log.values == ["job 1"])
    store.dispatch(0)
    store.dispatch(0)
    lab.settle()
    #expect(lab.log.values == ["job 1", "text 1", "text 2"])
    lab.advance(.seconds(1))
    #expect(lab.log.values.sorted() == ["job 1", "job 2", "text 1", "text 1", "text 2", "text 2"])
  }

  @Test func `effects of sets and single effects of a store are all attached, whenever they are attached`() {
    let store = board()
    store.effect(onChange: \.id, name: "first") { _, _ in Effect {} }
    store.effect(toggle: { $0.sheet != nil }, name: "second") { [lab] _, _ in Effect { lab.log.record("on") } }
    lab.settle()
    edit(store) { $0.sheet = Ticker(id: 1) }
    #expect(lab.log.values == ["on"])
    let token = store.effects { store in
      store.effect(toggle: { $0.sheet != nil }) { [lab] _, _ in Effect { lab.log.record("in group") } }
    }
    lab.settle()
    #expect(lab.log.values == ["on", "in group"])
    token.cancel()
  }
}

/// Mistakes of features that debug builds report.
struct FeatureMisuseTests {
  private let lab = Lab()

  struct Child: Feature {
    var job = Effect.State.idle()
    static let effects: EffectSet<Child, Int> = [.effect(whilePresent: "stay") { _, _ in Effect {} }]
  }

  private func reports<State: Feature>(
    _ state: State, _ actions: [State.Action] = [], reduce: @escaping Reducer<State, State.Action>
  ) -> [String] {
    let store = lab.context { StateStore(feature: state, runner: lab.runner, reducer: reduce) }
    lab.settle()
    for action in actions {
      store.dispatch(action)
      lab.settle()
    }
    return lab.misuse.values.map(\.description)
  }

  @Test func `a feature that no part names is reported, once, with the part to add`() {
    struct Parent: Feature {
      typealias Action = Int
      var child: Child?
    }
    let reports = reports(Parent(), [1, 2]) { state, _ in state.child = Child() }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("Child at `\\State.child`, which no `.part` or `.parts` names") == true)
  }

  @Test func `a feature that an element's effects do not name is reported with the part of the element`() {
    struct Element: Feature {
      typealias Action = Int
      var child: Child?
    }
    struct Parent: Feature {
      typealias Action = Int
      var elements = [Element()]
    }
    let reports = reports(Parent(), [1, 2]) { state, _ in state.elements[0].child = Child() }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("Child at `\\State.elements[0].child`") == true)
    #expect(reports.first?.contains("add `.part(\\.child, …)` to the `effects` of its parent") == true)
  }

  @Test func `an effect state that is requested, and that no effect performs, is reported with its path`() {
    struct Parent: Feature {
      typealias Action = Int
      struct Inner: Sendable { var saving = Effect.State.idle() }
      var inner = Inner()
    }
    let reports = reports(Parent(), [1, 1]) { state, _ in state.inner.saving.run() }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("`\\State.inner.saving` was requested, but no effect is attached") == true)
  }

  @Test func `effects that are not static are reported, once`() {
    struct Parent: Feature {
      typealias Action = Int
      var count = 0
      let effects: EffectSet<Parent, Int> = [.effect(whilePresent: "clock") { _, _ in Effect {} }]
    }
    let reports = reports(Parent(), [1, 2]) { $0.count += $1 }
    #expect(reports.count == 1)
    #expect(reports.first?.hasPrefix("the state has an `EffectSet` at `\\State.effects`") == true)
  }

  @Test func `an effect that ends without a result is reported after the next action, once`() {
    struct Parent: Feature {
      enum Action: Sendable { case save, other, saved }
      var saving = Effect.State.idle()
      mutating func reduce(_ action: Action) {
        switch action {
        case .save: saving.restart()
        case .saved: saving.succeed()
        case .other: break
        }
      }
      var isListening = false
      static let effects: Effects = [
        .effect(\.saving, name: "save") { _, _ in Effect {} },
        .effect(toggle: \.isListening) { _, _ in Effect { try await StoreContext.current.clock.sleep(.seconds(9)) } },
      ]
    }
    #expect(reports(Parent(), [.save, .saved, .other]) { $0.reduce($1) }.isEmpty)
    let listening = reports(Parent(isListening: true), [.save, .other, .other]) { $0.reduce($1) }
    #expect(listening.isEmpty, "other work may bring the result")
    let reports = reports(Parent(), [.save, .other, .other]) { $0.reduce($1) }
    #expect(reports.count == 1)
    #expect(
      reports.first?.hasPrefix("the effect save has ended, but the effect state `\\State.saving` is still in progress")
        == true)
  }

  @Test func `an effect whose result is on its way is not reported`() {
    struct Parent: Feature {
      enum Action: Sendable { case save, other, saved, savedToo }
      var saving = Effect.State.idle(), savingToo = Effect.State.idle()
      mutating func reduce(_ action: Action) {
        switch action {
        case .save: saving.run()
        case .saved:
          saving.succeed()
          savingToo.run()
        case .savedToo: savingToo.succeed()
        case .other: break
        }
      }
      static let effects: Effects = [
        .effect(\.saving, name: "save") { _, dispatch in Effect { dispatch(.saved) } },
        .effect(\.savingToo, name: "save too") { _, dispatch in Effect { dispatch(.savedToo) } },
      ]
    }
    let store = lab.context { StateStore(feature: Parent(), runner: lab.runner) { $0.reduce($1) } }
    // The second effect ends between the search that finds the end of the first one and the search that reports.
    let subscription = store.subscribe { [lab] in if $0.saving.isSuccess { lab.executor.runUntilIdle() } }
    store.dispatch(.save)
    lab.runner.runUntilIdle()
    store.dispatch(.other)
    lab.executor.runUntilIdle()
    lab.settle()
    #expect(store.state.savingToo.isSuccess)
    #expect(lab.misuse.values.map(\.description) == [])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a job that waits until a closure selects it is not reported`() {
    struct Outbox: Feature {
      typealias Action = Int
      var waiting = [Effect.State.running(), .running()]
      static let effects: Effects = [
        .effect({ $0.waiting.first }) { _, _ in Effect { try await StoreContext.current.clock.sleep(.seconds(9)) } }
      ]
    }
    #expect(reports(Outbox(), [1, 2, 3]) { outbox, _ in outbox.waiting.append(.running()) }.isEmpty)
  }

  @Test func `a job that was in progress when its feature's store was created is reported after the first action`() {
    struct Parent: Feature {
      typealias Action = Int
      var saving = Effect.State.running()
    }
    #expect(reports(Parent()) { _, _ in }.isEmpty)
    #expect(reports(Parent(), [1]) { _, _ in }.count == 1)
  }

  @Test func `a job is not reported if a child store or an effect attached later performs it`() {
    struct Parent: Feature {
      typealias Action = Int
      var one = Effect.State.running(), other = Effect.State.idle()
    }
    let store = lab.context {
      StateStore(feature: Parent(), runner: lab.runner) {
        $0.other.run(); _ = $1
      }
    }
    let work: @Sendable () -> Effect = { Effect { try? await StoreContext.current.clock.sleep(.seconds(1)) } }
    store.effect(\.one) { _, _ in work() }
    let child = store.with(0) { _, _ in }.effect({ $0.0.other }) { _, _ in work() }
    lab.settle()
    store.dispatch(1)
    store.dispatch(2)
    lab.settle()
    #expect(child.state.0.other.isInProgress)
    #expect(lab.misuse.values.isEmpty)
  }

  @Test func `a key path to a computed property is reported where the set is attached`() {
    struct Parent: Feature {
      typealias Action = Int
      var stored = Child()
      var child: Child {
        get { stored }
        set { stored = newValue }
      }
      static let effects: EffectSet<Parent, Int> = [.part(\.child) { $0 }]
    }
    let reports = reports(Parent()) { _, _ in }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("not a stored property") == true)
  }
}
