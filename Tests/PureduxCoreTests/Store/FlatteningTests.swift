import PureduxCore
import Testing

@Suite struct FlatteningTests {
  private let root = StateStore<Int, Int>(1) { $0 += $1 }

  private func child<State: Sendable>(of store: StateStore<State, Int>, _ number: Int) -> StateStore<(State, Int), Int>
  {
    store.with(number) { $0 += $1 }
  }

  @Test func `a child's pair and its levels above are flattened, at every depth`() {
    let two = child(of: root, 2)
    let three = child(of: two, 3)
    let four = child(of: three, 4)
    let five = child(of: four, 5)
    let six = child(of: five, 6)
    #expect(two.flatMap().state == (1, 2))
    #expect(three.flatMap().state == (1, 2, 3))
    #expect(four.flatMap().state == (1, 2, 3, 4))
    #expect(five.flatMap().state == (1, 2, 3, 4, 5))
    #expect(six.flatMap().state == (1, 2, 3, 4, 5, 6))
  }

  @Test func `nine levels are flattened, and tell which is which`() {
    let six = child(of: child(of: child(of: child(of: child(of: root, 2), 3), 4), 5), 6)
    let eight = child(of: child(of: six, 7), 8)
    let (a, b, c, d, e, f, g) = child(of: six, 7).flatMap().state
    #expect([a, b, c, d, e, f, g] == Array(1...7))
    let (first, _, _, _, _, _, _, last) = eight.flatMap().state
    #expect([first, last] == [1, 8])
    let nine = child(of: eight, 9).flatMap()
    #expect(nine.state.0 == 1)
    #expect(nine.state.4 == 5)
    #expect(nine.state.8 == 9)
    #expect(nine.map(state: { a, _, _, _, _, _, _, _, i in a + i }).state == 10)
  }

  @Test func `twelve levels are flattened`() {
    let six = child(of: child(of: child(of: child(of: child(of: root, 2), 3), 4), 5), 6)
    let nine = child(of: child(of: child(of: six, 7), 8), 9)
    let ten = child(of: nine, 10)
    #expect(ten.flatMap().state.9 == 10)
    let twelve = child(of: child(of: ten, 11), 12).flatMap()
    let (a, b, c, d, e, f, g, h, i, j, k, l) = twelve.state
    #expect([a, b, c, d, e, f, g, h, i, j, k, l] == Array(1...12))
  }
}
