import Testing

@testable import PureduxEffects

/// The decisions when elements are added, removed, or occur twice.
struct SupervisedCollectionTests {
  typealias Model = SupervisorStateModel

  @Test func `an element that leaves the collection is stopped, and the others continue`() {
    let model = Model("a", "b", "c", "d")
    model.change(all { $0.run() })
    model.log = []
    model.change { $0.remove(at: 1) }
    #expect(model.log == ["stop b1"])
    model.change { $0.reverse() }
    #expect(model.log == ["stop b1"])
    model.change { $0 = [] }
    #expect(Set(model.log) == ["stop b1", "stop a1", "stop c1", "stop d1"])
    #expect(model.state.isQuiet)
  }

  @Test func `the same state twice runs once and is reported once`() {
    let model = Model("a", "b")
    model.change(all { $0.run() })
    model.change { $0.append($0[0]) }
    model.change { $0[1].cancel() }
    #expect(model.log == ["make a1", "make b1", "misuse", "stop b1"])
    model.change { $0.removeLast() }
    #expect(model.log.count == 4)
    model.change { $0[0].cancel() }
    #expect(model.log.last == "stop a1")
    #expect(model.state.isQuiet)
  }

  @Test func `only one of several equal states that arrive together runs`() {
    let model = Model("a")
    model.change {
      $0[0].run()
      $0.append($0[0])
    }
    #expect(model.log == ["misuse", "make a1"])
  }
}
