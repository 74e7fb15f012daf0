import PureduxCore
import Testing

@Suite struct FlatteningTests {
  private let root = StateStore<Int, Int>(1) { $0 += $1 }

  private func child<State: Sendable>(of store: StateStore<State, Int>, _ number: Int) -> StateStore<(State, Int), Int>
  {
    store.with(number) { $0 += $1 }
  }

  @Test func `a child's pair and the level above are flattened`() {
    let two = child(of: root, 2)
    #expect(two.flatMap().state == (1, 2))
    #expect(child(of: two, 3).flatMap().state == (1, 2, 3))
  }

  @available(*, deprecated)
  @Test func `four and five nested levels are flattened at once, as in Puredux 2`() {
    let four = child(of: child(of: child(of: root, 2), 3), 4)
    let five = child(of: four, 5)
    #expect(four.flatMap().state == (1, 2, 3, 4))
    #expect(five.flatMap().state == (1, 2, 3, 4, 5))
  }

  @Test func `children that are flattened at creation have their states side by side at any depth`() {
    let three = child(of: child(of: root, 2), 3).flatMap()
    let six = child(of: child(of: child(of: three, 4).flatMap(), 5).flatMap(), 6).flatMap()
    #expect(six.state == (1, 2, 3, 4, 5, 6))
    let nine = child(of: child(of: child(of: six, 7).flatMap(), 8).flatMap(), 9).flatMap()
    #expect(nine.map(state: { a, _, _, _, _, _, _, _, i in a + i }).state == 10)
    let twelve = child(of: child(of: child(of: nine, 10).flatMap(), 11).flatMap(), 12).flatMap()
    let (a, b, c, d, e, f, g, h, i, j, k, l) = twelve.state
    #expect([a, b, c, d, e, f, g, h, i, j, k, l] == Array(1...12))
  }

  @Test func `an action of a child below flattened ones is reduced by each of them`() async {
    let four = child(of: child(of: child(of: root, 2).flatMap(), 3).flatMap(), 4).flatMap()
    await four.send(10)
    #expect(four.state == (11, 12, 13, 14))
  }
}
