import PureduxCases
import Testing

private enum PartAction: Sendable { case count }

private struct Part: Sendable, Equatable {
  var count = 0
}

private struct PartReducer: Reducing {
  func reduce(_ state: inout Part, _ action: PartAction) { state.count += 1 }
}

private struct Whole: Sendable {
  var a = Part(), b = Part(), c = Part(), d = Part(), e = Part(), f = Part(), g = Part(), h = Part(), i = Part(),
    j = Part(), k = Part(), l = Part()
}

@Cases
private enum WholeAction: Sendable {
  case a(PartAction), b(PartAction), c(PartAction), d(PartAction), e(PartAction), f(PartAction), g(PartAction), h(
    PartAction), i(PartAction), j(PartAction), k(PartAction), l(PartAction)
}

@Cases
private enum Screen: Sendable, Equatable {
  case none
  case a(Part), b(Part), c(Part), d(Part), e(Part), f(Part), g(Part), h(Part), i(Part), j(Part), k(Part), l(Part)
}

/// With one more overload, the compiler fails to type-check these expressions, or takes a minute.
struct LongChainTests {
  @Test func `twelve parts are combined without an explicit type`() async {
    let store = StateStore<Whole, WholeAction>(
      Whole(),
      reducer: PartReducer().lifted(to: \.a, extracting: \.a)
        + PartReducer().lifted(to: \.b, extracting: \.b)
        + PartReducer().lifted(to: \.c, extracting: \.c)
        + PartReducer().lifted(to: \.d, extracting: \.d)
        + PartReducer().lifted(to: \.e, extracting: \.e)
        + PartReducer().lifted(to: \.f, extracting: \.f)
        + PartReducer().lifted(to: \.g, extracting: \.g)
        + PartReducer().lifted(to: \.h, extracting: \.h)
        + PartReducer().lifted(to: \.i, extracting: \.i)
        + PartReducer().lifted(to: \.j, extracting: \.j)
        + PartReducer().lifted(to: \.k, extracting: \.k)
        + PartReducer().lifted(to: \.l, extracting: \.l))
    await store.send(.k(.count))
    #expect(store.state.k.count == 1 && store.state.a.count == 0)
  }

  @Test func `twelve cases are combined without an explicit type`() async {
    let store = StateStore<Screen, WholeAction>(
      .l(Part()),
      reducer: PartReducer().lifted(toCase: \.a, extracting: \.a)
        + PartReducer().lifted(toCase: \.b, extracting: \.b)
        + PartReducer().lifted(toCase: \.c, extracting: \.c)
        + PartReducer().lifted(toCase: \.d, extracting: \.d)
        + PartReducer().lifted(toCase: \.e, extracting: \.e)
        + PartReducer().lifted(toCase: \.f, extracting: \.f)
        + PartReducer().lifted(toCase: \.g, extracting: \.g)
        + PartReducer().lifted(toCase: \.h, extracting: \.h)
        + PartReducer().lifted(toCase: \.i, extracting: \.i)
        + PartReducer().lifted(toCase: \.j, extracting: \.j)
        + PartReducer().lifted(toCase: \.k, extracting: \.k)
        + PartReducer().lifted(toCase: \.l, extracting: \.l))
    await store.send(.k(.count))
    await store.send(.l(.count))
    #expect(store.state == .l(Part(count: 1)))
  }
}
