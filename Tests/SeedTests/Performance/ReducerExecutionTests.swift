import Dispatch
import Puredux
import PureduxTesting
import Testing
import ThreadProbes

private struct Ledger: Sendable {
  var total = 0
  var ranOnMain: [Bool] = []
}

private let book: Reducer<Ledger, Int> = { state, action in
  state.total += action
  state.ranOnMain.append(MainQueue.isCurrent)
}

@MainActor
@Suite struct ReducerExecutionTests {
  @Test func `reducers of a root and of its children run off the main thread`() async {
    let root = StateStore(Ledger(), runner: .queue(qos: .userInitiated), reducer: book)
    let child = root.with(Ledger(), reducer: book)
    #expect(MainQueue.isCurrent)
    root.dispatch(1)
    await child.send(2)
    #expect(root.state.ranOnMain == [false, false])
    #expect(child.state.1.ranOnMain == [false])
    #expect(child.state.0.total == 3)
  }

  @Test func `a state and a reducer are plain values that do not depend on the library`() {
    var state = Ledger()
    book(&state, 4)
    #expect(state.total == 4)
  }
}
