import Foundation
import PureduxCore
import PureduxTesting
import Testing

@testable import PureduxRecording

/// Readers on other threads, of trees whose reducers run only on the main thread.
@Suite struct `A recording of a store on the main actor` {
  private let misuse = Recorder<Misuse>()

  @MainActor
  private func recordedStore(limit: Int = 10_000) -> (StateStore<Int, Int>, Recording) {
    StoreContext.with {
      $0.misuseReporter = misuse.reporter
    } operation: {
      let store = StateStore<Int, Int>(mainActor: 0) { count, action in count += action }
      return (store, store.record(limit: limit))
    }
  }

  @Test @MainActor func `discards nothing on the thread of a reader, regardless of concurrent actions`() {
    let (store, recording) = recordedStore(limit: 64)
    let (isReading, mayEnd, hasEnded) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    Thread.detachNewThread {
      recording.history.read { _, _ in
        isReading.signal()
        mayEnd.wait()
      }
      hasEnded.signal()
    }
    isReading.wait()
    for _ in 1...3000 { store.dispatch(1) }
    mayEnd.signal()
    hasEnded.wait()
    #expect(recording.state(of: store, after: 3000) == 3000)
    #expect(misuse.values.isEmpty)
  }

  @Test @MainActor func `returns correct past states after another thread has requested them`() throws {
    let (store, recording) = recordedStore()
    for _ in 1...5 { store.dispatch(1) }
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      for event in 0...5 { _ = recording.state(of: store, after: event) }
      hasEnded.signal()
    }
    hasEnded.wait()
    #expect((0...5).reversed().map { recording.state(of: store, after: $0) } == [5, 4, 3, 2, 1, 0])
    #expect(misuse.values.count == 6)
    let told = try #require(misuse.values.first)
    #expect(told.howToFix == "use the recording on the main actor")
    for part in [told.whatHappened, told.consequence, told.howToFix] {
      #expect(!part.hasSuffix(".") && part.first?.isUppercase == false)
    }
    #expect(recording.findImpureReducer() == nil)
  }

  @Test @MainActor func `reports no impure reducer to another thread`() async {
    let (store, recording) = recordedStore()
    for _ in 1...5 { store.dispatch(1) }
    #expect(await Task.detached { recording.findImpureReducer() }.value == nil)
    #expect(misuse.values.isEmpty)
  }
}
