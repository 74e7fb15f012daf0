import PureduxTesting
import Testing

@Suite struct `A recorder` {
  @Test func `keeps values in order`() {
    let recorder = Recorder<Int>()
    for number in 1...3 { recorder.record(number) }
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.removeAll() == [1, 2, 3])
    #expect(recorder.values == [])
  }

  @Test func `gives prepared answers in order, and fails the test when none is left`() {
    let (answers, failures) = (Recorder<Int>(), RecordedFailures())
    answers.record(1)
    answers.record(2)
    failures.recording {
      #expect((try? answers.next()) == 1)
      #expect((try? answers.next()) == 2)
      #expect(failures.values == [])
      #expect(throws: (any Error).self) { try answers.next() }
    }
    #expect(failures.values == ["One more `Int` was asked for than the test has recorded. (line \(#line - 2))"])
  }

  @Test func `returns from waiting with the awaited value`() async {
    let recorder = Recorder<Int>()
    recorder.record(1)
    async let two = recorder.values(count: 2)
    recorder.record(2)
    #expect(await two == [1, 2])
    #expect(await recorder.values(count: 1) == [1, 2])
  }

  @Test func `records misuse instead of printing it`() {
    let recorder = Recorder<Misuse>()
    let misuse = Misuse("a happened", so: "b came of it", fix: "do c")
    StoreContext.with {
      $0.misuseReporter = recorder.reporter
    } operation: {
      StoreContext.current.misuseReporter.report(misuse)
    }
    #expect(recorder.values == [misuse])
  }
}
