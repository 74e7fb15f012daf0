import PureduxEffects
import Testing

@testable import PureduxTesting

@Suite struct `An exploration` {
  private func failure(_ operation: () -> Void) -> String {
    let failures = RecordedFailures()
    failures.recording(operation)
    #expect(failures.values.count == 1)
    return failures.values.first ?? ""
  }

  @Test func `finds a short run that breaks an invariant, and fails at its own line`() {
    var line = 0
    let failure = failure {
      Exploration {
        StateStore<Int, Int>(0) { $0 += $1 }
      } actions: { count in
        count < 3 ? [1, 2] : [-count]
      }
      .always("the count is small") { $0.state < 4 }
      .run()
      line = #line - 1
    }
    #expect(
      failure == """
        This does not always hold: the count is small (PureduxTestingTests/ExplorationTests.swift:\(line - 1))
        Run 1 of seed 0 found it in 4 steps; 6 shorter runs left 3 steps:
            launch
          1. send 1
          2. send 1
          3. send 2
        The last of them changed the state:
          - 2
          + 4
        If the last step did the right thing, the invariant is wrong.
        A test that repeats it:
        @Test("the count is small") func repeatedRun() {
          Exploration {
            StateStore<Int, Int>(0) { $0 += $1 }
          } actions: { count in
            count < 3 ? [1, 2] : [-count]
          }
          .always("the count is small") { $0.state < 4 }
          .replay(
            #\"""
            launch
            send 1
            send 1
            send 2
            \"""#)
        } (line \(line))
        """)
  }

  @Test func `repeats a run, and fails alike`() {
    let failure = failure {
      Exploration {
        StateStore<Int, Int>(0) { $0 += $1 }
      } actions: { count in
        count < 3 ? [1, 2] : [-count]
      }
      .always("the count is small") { $0.state < 4 }
      .replay(
        #"""
        launch
        send 1
        send 1
        send 2
        """#)
    }
    #expect(failure.hasPrefix("This does not always hold: the count is small"))
    #expect(failure.contains("The run has 3 steps:"))
  }

  @Test func `does not fail in a run that was mended`() {
    Exploration {
      StateStore<Int, Int>(0) { $0 += $1 }
    } actions: { _ in
      [1, 2]
    }
    .always("the count is small") { $0.state < 5 }
    .replay("send 1\nsend 2")
  }

  @Test func `says which step of a repeated run is not possible any more`() {
    func replay(_ steps: String) {
      Exploration {
        StateStore<Int, Int>(0) { $0 += $1 }
      } actions: { _ in
        [1, 2]
      }.replay(steps)
    }
    #expect(
      failure { replay("launch\nsend 1\nsend 3") }.contains("cannot be repeated: `3` is not possible at step 2."))
    #expect(failure { replay("send #2") }.contains("cannot be repeated: `#2` is not possible at step 1."))
    #expect(failure { replay("change of mind") }.contains("cannot be repeated: `of mind` is not possible at step 1."))
    #expect(failure { replay("launch\nsend 1\ntalk 3") }.contains("`talk 3` is not a step"))
  }

  @Test func `passes if nothing is broken, and makes the same runs again`() {
    func search(_ seed: UInt64) -> (Int, Int) {
      let search = Exploration {
        StateStore<Int, Int>(0) { $0 += $1 }
      } actions: { _ in
        [1, -1]
      }
      .search(runs: 20, seed: seed)
      #expect(search.found == nil)
      return (search.stepCount, search.actionCount)
    }
    #expect(search(1) == search(1))
    #expect(search(1) != search(2))
  }

  @Test func `shows how two values differ`() {
    let failure = failure {
      Exploration {
        StateStore<[Int], Int>([]) { $0.append($1) }
      } actions: { _ in
        [1, 2]
      }
      .always("the elements are sorted", { $0.state }, equals: { $0.state.sorted() })
      .run()
    }
    #expect(failure.contains("the elements are sorted (PureduxTestingTests/ExplorationTests.swift"))
    #expect(failure.contains("(- expected, + actual)\n[0]\n  - 1\n  + 2"))
  }

  @Test func `checks each turn, with the action`() {
    let failure = failure {
      Exploration {
        StateStore<Int, Int>(0) { $0 += $1 == 2 ? 3 : $1 }
      } actions: { _ in
        [1, 2]
      }
      .everyTurn("the action is added") { before, action, after in action.map { before + $0 == after } ?? false }
      .run()
    }
    #expect(failure.contains("the action is added"))
    #expect(failure.contains("in the turn of 2"))
  }

  @Test func `checks at the end what need not hold at once`() {
    func exploration(_ isMended: Bool) -> Exploration<Int, StateStore<Int, Int>, Int, Int> {
      Exploration(server: 0) { outside in
        StateStore<Int, Int>(0) { $0 += $1 }
          .effect(onChange: { $0 }, name: "sending") { state, dispatch in
            Effect {
              try await outside.call("set") { $0 = state }
            } onError: { _ in
              if isMended { dispatch(0) }
            }
          }
      } actions: { _ in
        [1]
      }
    }
    let failure = failure {
      exploration(false).eventually("the server knows it", { $0.server }, equals: { $0.state }).run()
    }
    #expect(failure.contains("the server knows it"))
    #expect(failure.contains("an hour passes in which each request is answered"))
  }

  @Test func `sends an action when the network is back`() {
    let failure = failure {
      Exploration(server: 0) { _ in
        StateStore<Int, Int>(0) { $0 = $1 }
      } actions: { _ in
        [1]
      }
      .healed(by: 7)
      .eventually("it is not healed") { $0.state != 7 }
      .run()
    }
    #expect(failure.contains("it is not healed"))
  }

  @Test func `restarts the application with what it had saved`() {
    struct Saved: Codable, Sendable {
      var kept = 0
      var lost = 0
      enum CodingKeys: CodingKey { case kept }
    }
    func exploration() -> Exploration<Void, StateStore<Saved, Int>, Saved, Int> {
      Exploration {
        StateStore<Saved, Int>(Saved()) {
          $0.kept += $1
          $0.lost += $1
        }
      } actions: { _ in
        [1]
      }
    }
    let failure = failure { exploration().saves(\.self).run() }
    #expect(failure.contains("a saved state is restored equal: (- saved, + restored)\nlost\n  - 1\n  + 0"))
    let kept = exploration().saves(\.self, comparing: { $0.kept }).search(runs: 50, seed: 0)
    #expect(kept.found == nil)
    let restored = exploration()
      .saves(\.kept, restoring: { ($0.kept, $0.lost) = ($1, $1 + 1) })
      .always("both are equal") { $0.state.kept == $0.state.lost }
      .search(runs: 50, seed: 0)
    #expect(restored.found?.steps == ["launch", "restart"])
  }

  @Test func `undoes and redoes each action`() {
    struct Draft: Sendable {
      var (text, cursor, undone) = ("", 0, [String]())
    }
    func found(redo: String?) -> String? {
      Exploration {
        StateStore<Draft, String>(Draft()) { draft, action in
          switch action {
          case "undo": draft.text = draft.undone.popLast() ?? draft.text
          case "redo": draft.text += "?"
          default:
            draft.undone.append(draft.text)
            (draft.text, draft.cursor) = (draft.text + action, draft.cursor + 1)
          }
        }
      } actions: { _ in
        ["a"]
      }
      .undoes({ redo == nil ? "\($0.text) \($0.cursor)" : $0.text }, by: "undo", redo: redo, steps: { $0.undone.count })
      .search(runs: 50, seed: 0).found?.invariant
    }
    #expect(found(redo: nil) == "undoing restores the state")
    #expect(found(redo: "redo") == "redoing repeats the change")
  }

  @Test func `explores a tree, and sends actions to its children`() throws {
    struct App {
      let root: StateStore<Int, Int>
      let child: StateStore<(Int, Int), Int>
    }
    let search = Exploration(server: ()) { _ in
      let root = StateStore<Int, Int>(0) { $0 += $1 }
      return App(root: root, child: root.with(0) { (own: inout Int, action: Int) in own -= action })
    } root: {
      $0.root
    } actions: { _, app in
      app.child.state.1 > -3 ? ["root", "child"] : ["root"]
    } send: { app, name in
      name == "root" ? app.root.dispatch(1) : app.child.dispatch(1)
    }
    .always("the child has reduced two") { $0.app.child.state.1 > -2 }
    .search(runs: 50, seed: 0)
    #expect(try #require(search.found).steps == ["launch", "send \"child\"", "send \"child\""])
  }

  @Test func `attaches files to the failure`() {
    let attached = Recorder<String>()
    StoreContext.with {
      $0.failureReporter = FailureReporter(
        attach: { bytes, name, _ in attached.record("\(name): \(String(decoding: bytes, as: UTF8.self))") }
      ) { _, _ in }
    } operation: {
      Exploration {
        StateStore<Int, Int>(0) { $0 += $1 }
      } actions: { _ in
        [1]
      }
      .always("the count is small") { $0.state < 3 }
      .attaching { store in { ["state.txt": Array("\(store.state)".utf8)] } }
      .run()
    }
    #expect(attached.values == ["state.txt: 3"])
  }

  @Test func `finds the order of work in which a race is lost`() throws {
    let search = Exploration {
      StateStore<[Int], Int>([]) { $0.append($1) }
        .effect(onChange: { $0.first }, name: "first") { _, dispatch in
          Effect { dispatch(2) }
        }
        .effect(onChange: { $0.first }, name: "second") { _, dispatch in
          Effect { dispatch(3) }
        }
    } actions: {
      $0.isEmpty ? [1] : []
    }
    .always("two comes before three") { $0.state != [1, 3, 2] }
    .search(runs: 200, seed: 0)
    let found = try #require(search.found)
    #expect(found.steps.contains { $0.hasPrefix("  order: ") })
    #expect(found.stepCount == 1)
  }
}
