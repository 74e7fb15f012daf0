import Puredux
import PureduxTesting
import Testing

private enum Action: Sendable {
  case visit(String)
  case work(String)
  case done(String)
}

/// The state of each store of the tree.
private struct Level: Sendable {
  let name: String
  var log: [String] = []
  var job = Effect.State.idle()

  init(_ name: String) { self.name = name }

  mutating func reduce(_ action: Action) {
    switch action {
    case .visit(let place): log.append(place)
    case .work(name): job.run()
    case .done(name): job.succeed()
    case .work, .done: break
    }
  }
}

/// The tree of the document: two features below the application, two screens below the second.
private struct Application {
  let context = TestContext()
  let ran = Recorder<String>()
  let root: StateStore<Level, Action>
  let featureOne: StateStore<(Level, Level), Action>
  let featureTwo: StateStore<(Level, Level), Action>
  let screenOne: StateStore<((Level, Level), Level), Action>
  let screenTwo: StateStore<((Level, Level), Level), Action>

  init() {
    let ran = ran
    root = context.run {
      StateStore<Level, Action>(Level("root")) { state, action in
        state.reduce(action)
      }
    }
    .effect(\.job) { state, dispatch in
      Effect { work(at: [state], ran, dispatch) }
    }

    featureOne = root.with(Level("one")) { state, action in
      state.reduce(action)
    }
    .effect(\.1.job) { state, dispatch in
      Effect { work(at: [state.0, state.1], ran, dispatch) }
    }

    featureTwo = root.with(Level("two")) { state, action in
      state.reduce(action)
    }
    .effect(\.1.job) { state, dispatch in
      Effect { work(at: [state.0, state.1], ran, dispatch) }
    }

    screenOne = featureTwo.with(Level("screen")) { state, action in
      state.reduce(action)
    }
    .effect(\.1.job) { state, dispatch in
      Effect { work(at: [state.0.0, state.0.1, state.1], ran, dispatch) }
    }

    screenTwo = featureTwo.with(Level("other")) { state, action in
      state.reduce(action)
    }
  }
}

/// Records that the work was done, and where in the tree.
private func work(at levels: [Level], _ ran: Recorder<String>, _ dispatch: Dispatch<Action>) {
  ran.record(levels.map(\.name).joined(separator: "/"))
  dispatch(.done(levels[levels.count - 1].name))
}

@Suite struct StoreTreeTests {
  private let app = Application()

  @Test func `actions are passed up from a store to the root, past its siblings and its children`() {
    app.screenOne.dispatch(.visit("screen"))
    app.featureTwo.dispatch(.visit("feature"))
    app.root.dispatch(.visit("root"))
    app.context.runUntilIdle()
    #expect(app.screenOne.state.1.log == ["screen"])
    #expect(app.screenTwo.state.1.log == [])
    #expect(app.featureTwo.state.1.log == ["screen", "feature"])
    #expect(app.featureOne.state.1.log == [])
    #expect(app.root.state.log == ["screen", "feature", "root"])
  }

  @Test func `states are published down to the observers of every store of the tree`() {
    let seen = Recorder<String>()
    let tokens = [
      app.root.subscribe { seen.record("root \($0.log)") },
      app.featureOne.subscribe { seen.record("one \($0.0.log)") },
      app.featureTwo.subscribe { seen.record("two \($0.0.log)") },
      app.screenOne.subscribe { seen.record("screen \($0.0.0.log) \($0.1.log)") },
      app.screenTwo.subscribe { seen.record("other \($0.0.0.log) \($0.1.log)") },
    ]
    app.context.runUntilIdle()
    seen.removeAll()
    app.screenOne.dispatch(.visit("a"))
    app.context.runUntilIdle()
    #expect(
      seen.values == [
        #"root ["a"]"#, #"one ["a"]"#, #"two ["a"]"#, #"screen ["a"] ["a"]"#, #"other ["a"] []"#,
      ])
    withExtendedLifetime(tokens) {}
  }

  @Test func `each store of the tree has effects of its own`() {
    for name in ["root", "one", "two", "screen"] { app.screenOne.dispatch(.work(name)) }
    app.featureOne.dispatch(.work("one"))
    app.context.runUntilIdle()
    #expect(Set(app.ran.values) == ["root", "root/one", "root/two", "root/two/screen"])
    #expect(app.ran.values.count == 4)
    // The screen's action was not passed down to the first feature; only the feature's own action started its work.
    #expect(app.featureOne.state.1.job.isSuccess)
    #expect(app.screenOne.state.1.job.isSuccess)
  }

  @Test func `state is isolated in its store, and shared with those below`() {
    app.featureOne.dispatch(.visit("private"))
    app.root.dispatch(.visit("shared"))
    app.context.runUntilIdle()
    #expect(app.featureOne.state.1.log == ["private"])
    #expect(app.featureTwo.state.1.log == [])
    #expect(app.screenTwo.state.0.0.log == ["private", "shared"])
  }

  @Test func `stores of different trees do not see each other's actions`() {
    let other = app.context.run { StateStore<Level, Action>(Level("alone")) { $0.reduce($1) } }
    other.dispatch(.visit("here"))
    app.root.dispatch(.visit("there"))
    app.context.runUntilIdle()
    #expect(other.state.log == ["here"])
    #expect(app.root.state.log == ["there"])
  }

  @Test func `a store can be added below others later and removed again without affecting them`() {
    app.root.dispatch(.visit("before"))
    app.context.runUntilIdle()
    var late: StateStore<(((Level, Level), Level), Level), Action>? = app.screenTwo.with(Level("late")) {
      $0.reduce($1)
    }
    late?.dispatch(.visit("late"))
    app.context.runUntilIdle()
    #expect(late?.state.1.log == ["late"])
    late = nil
    app.root.dispatch(.visit("after"))
    app.context.runUntilIdle()
    #expect(app.root.state.log == ["before", "late", "after"])
    #expect(app.screenTwo.state.1.log == ["late"])
  }

  @Test func `a deep tree of stores has a flattened state`() {
    let seen = Recorder<[String]>()
    let token = app.screenOne.flatMap().subscribe { root, feature, screen in
      seen.record([root.name, feature.name, screen.name])
    }
    app.context.runUntilIdle()
    #expect(seen.values == [["root", "two", "screen"]])
    token.cancel()
  }
}
