import SavedModel
import Testing

@testable import PureduxPersistence

@Suite struct ChunkedListTests {
  @Test(arguments: [1, 100, 5_000])
  func `random changes have the same result as in an array`(_ count: Int) {
    var random = SplitMix(seed: UInt64(count))
    var (list, array) = (ChunkedList<Int>(), [Int]())
    for number in 0..<count {
      list.append(number)
      array.append(number)
    }
    for number in 0..<20_000 {
      let position = random.next(array.count + 1)
      switch random.next(4) {
      case 1 where position < array.count && array.count > 2:
        #expect(list.remove(at: position) == array.remove(at: position))
      case 2 where position < array.count:
        list[position] = -number
        array[position] = -number
      case 3 where position < array.count:
        #expect(list[position] == array[position])
      default:
        list.insert(number, at: position)
        array.insert(number, at: position)
      }
    }
    var elements: [Int] = []
    list.forEach { elements.append($0) }
    #expect(elements == array)
    #expect(list.count == array.count)
    while !array.isEmpty {
      let position = random.next(array.count)
      list.remove(at: position)
      array.remove(at: position)
    }
    list.append(1)
    #expect(list[0] == 1)
  }
}
