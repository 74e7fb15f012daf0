import Testing

@testable import PureduxCore

@Suite struct EquatingTests {
  private struct Point: Equatable, Identifiable, Sendable {
    var id = 0
    var x = 0
    var y = 0
  }

  private let turns = PrivateTurns()

  /// For each state, whether an observer with this filter is called.
  private func calls(_ equating: Equating<Point>, _ states: [Point]) -> [Bool] {
    let differs = equating.makeFilter()
    return states.map { state in turns.lend { differs(state, $0) } }
  }

  private let walk = [Point(), Point(x: 1), Point(x: 1), Point(x: 1, y: 1), Point(id: 1, x: 1, y: 1)]

  @Test func `each rule accepts the first state, and then the states that differ by the rule`() {
    #expect(calls(.neverEqual, walk) == [true, true, true, true, true])
    #expect(calls(.alwaysEqual, walk) == [true, false, false, false, false])
    #expect(calls(.equal(\.x), walk) == [true, true, false, false, false])
    #expect(calls(.equal { $0.y }, walk) == [true, false, false, true, false])
    #expect(calls(.asEquatable, walk) == [true, true, false, true, true])
    #expect(calls(Equating { $0.x == $1.x }, walk) == [true, true, false, false, false])
    #expect(calls(.equal { $0.x } && .equal { $0.y }, walk) == [true, true, false, true, false])
  }

  @available(*, deprecated)
  @Test func `rules of Puredux 2 accept the same states`() {
    #expect(calls(.asIdentifiable, walk) == [true, false, false, false, true])
    #expect(calls(.equal { $0.id }, walk) == [true, false, false, false, true])
    #expect(calls(.keyPath(\.y), walk) == [true, false, false, true, false])
    #expect(calls(.with([.equal { $0.y }, .asIdentifiable]), walk) == [true, false, false, true, true])
  }

  @Test func `a filter retains the compared values, and no whole state`() {
    final class Token: Sendable {}
    struct Held: Sendable {
      var number = 0
      let token: Token
    }
    let differs = Equating<Held>.equal { $0.number }.makeFilter()
    var token: Token? = Token()
    weak let probe = token
    if let token { _ = turns.lend { differs(Held(token: token), $0) } }
    token = nil
    #expect(probe == nil)
    withExtendedLifetime(differs) {}
  }
}
