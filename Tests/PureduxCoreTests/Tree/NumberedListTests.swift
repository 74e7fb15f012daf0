import PureduxTesting
import Testing

@testable import PureduxCore

@Suite struct NumberedListTests {
  private func elements(_ list: NumberedList<Int>) -> [Int] { list.slots.compactMap(\.element) }

  @Test func `elements are in the order of their numbers, regardless of the order of insertion`() {
    var list = NumberedList<Int>()
    for number in [3, 1, 2] { list.insert(number, number: UInt64(number)) }
    #expect(elements(list) == [1, 2, 3])
  }

  @Test func `a removed element can return to its position`() {
    var list = NumberedList<Int>()
    for number in 1...3 { list.insert(number, number: UInt64(number)) }
    #expect(list.remove(2) == 2)
    #expect(list.remove(2) == nil)
    list.insert(20, number: 2)
    #expect(elements(list) == [1, 20, 3])
  }

  @Test func `objects are visited in order, and released when they are removed`() {
    final class Object: Sendable {
      let number: UInt64
      init(_ number: UInt64) { self.number = number }
    }
    var list = NumberedList<Object>()
    for number: UInt64 in 1...4 { list.insert(Object(number), number: number) }
    #expect(list.remove(2)?.number == 2)
    weak let last = list.slots.last?.element
    var visited: [UInt64] = []
    for index in list.slots.indices {
      if let object = list.unretained(at: index) { visited.append(object._withUnsafeGuaranteedRef(\.number)) }
    }
    withExtendedLifetime(list) {}
    #expect(MemoryLayout<NumberedList<Object>.Slot>.offset(of: \.element) == 0)
    #expect(visited == [1, 3, 4])
    #expect(list.remove(4)?.number == 4)
    #expect(last == nil)
  }

  @Test func `a list agrees with a dictionary under random changes, and has at most twice the needed capacity`() {
    var generator = SystemRandomNumberGenerator()
    var list = NumberedList<Int>()
    var model: [UInt64: Int] = [:]
    for step in 1...5000 {
      let number = UInt64.random(in: 0..<200, using: &generator)
      if Bool.random(using: &generator) {
        #expect(list.remove(number) == model.removeValue(forKey: number))
      } else if model[number] == nil {
        list.insert(step, number: number)
        model[number] = step
      }
      #expect(list.isEmpty == model.isEmpty)
      #expect(Int(list.count) == model.count)
      #expect(list.slots.count <= max(17, 2 * model.count + 1))
    }
    #expect(elements(list) == model.sorted { $0.key < $1.key }.map(\.value))
  }
}
