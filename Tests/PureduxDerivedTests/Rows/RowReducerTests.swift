import PureduxDerived
import Testing

private struct Row: Identifiable, Equatable {
  var id: Int
  var taps = 0
}

private let row = ClosureReducer<Row, Int> { row, taps in row.taps += taps }

@Suite struct RowReducerTests {
  @Test func `an action is reduced by the element that it names`() {
    var rows: OrderedState = [Row(id: 1), Row(id: 2)]
    row.forEach().reduce(&rows, (id: 2, action: 3))
    #expect(rows == [Row(id: 1), Row(id: 2, taps: 3)])
  }

  @Test func `an action for a missing element changes nothing`() {
    var rows: OrderedState = [Row(id: 1)]
    let version = rows.version
    row.forEach().reduce(&rows, (id: 7, action: 3))
    #expect(rows == [Row(id: 1)])
    #expect(rows.version == version)
  }

  @Test func `an element is changed in place, however deeply it is nested`() {
    final class Box {}
    struct Element: Identifiable {
      var id: Int
      var box = Box()
    }
    struct Whole { var part: OrderedState<Element>? }
    let reducer = ClosureReducer<Element, Void> { element, _ in
      #expect(isKnownUniquelyReferenced(&element.box))
    }.forEach().whenPresent().lifted(to: \Whole.part) { $0 }
    var whole = Whole(part: OrderedState([Element(id: 1), Element(id: 2)]))
    reducer.reduce(&whole, (id: 1, action: ()))
  }
}
