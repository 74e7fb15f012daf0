import Foundation
import PureduxCore
import PureduxTesting
import Testing

@testable import PureduxInspector

/// Requests of another thread to the main thread.
@Suite struct `A question to the main thread` {
  private let store = StateStore<Int, Int>(0, runner: .main) { $0 += $1 }

  private var tree: StoreTree { store.node.tree }

  /// Asks on another thread, while `body` keeps this thread busy until the response is available.
  private func ask(_ questions: MainThreadQuestions, while body: () -> Void = {}) -> Result<Bool, StateRefusal>? {
    let (answer, isDone) = (Recorder<Result<Bool, StateRefusal>>(), DispatchSemaphore(value: 0))
    Thread.detachNewThread { [tree] in
      answer.record(Result { () throws(StateRefusal) in try questions.ask(tree) { MainRunner.isHere } })
      isDone.signal()
    }
    body()
    isDone.wait()
    return answer.values.first
  }

  @Test func `is answered on the main thread`() throws {
    #expect(try ask(MainThreadQuestions(patience: .never))?.get() == true)
  }

  @Test @MainActor func `is answered at once if it is asked on the main thread`() throws {
    #expect(try MainThreadQuestions(patience: .never).ask(tree) { MainRunner.isHere })
  }

  @Test @MainActor func `is refused with a fix if the main thread is busy`() {
    let answer = ask(MainThreadQuestions(patience: .milliseconds(1)))
    guard case .failure(let refusal)? = answer else {
      Issue.record("answered by a main thread that waits")
      return
    }
    #expect(refusal.sentence.hasSuffix("which is busy: retry later"))
  }

  @Test @MainActor func `is refused at once if the main thread has declined to answer`() {
    let questions = MainThreadQuestions(patience: .never)
    guard case .failure? = ask(questions, while: { questions.stop() }) else {
      Issue.record("answered by a main thread that waits")
      return
    }
  }
}
