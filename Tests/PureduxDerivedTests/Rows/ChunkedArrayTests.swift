import PureduxTesting
import Testing

@testable import PureduxDerived

@Suite struct ChunkedArrayTests {
  @Test func `a chunked array behaves like an array, over random edits of a growing and a shrinking list`() {
    var random = SeededGenerator(seed: 1)
    var (chunked, array) = (ChunkedArray(0..<2_000, longest: 64), Array(0..<2_000))
    for step in 0..<20_000 {
      let kept = step % 50 == 0 ? (chunked, array) : nil
      let mayGrow = (step / 5_000) % 2 == 0
      if array.isEmpty || Int.random(in: 0..<10, using: &random) < (mayGrow ? 7 : 2) {
        let place = Int.random(in: 0...array.count, using: &random)
        chunked.insert(step, at: place)
        array.insert(step, at: place)
      } else if step % 3 == 0 {
        let (old, near) = (Int.random(in: 0..<array.count, using: &random), Int.random(in: -9...9, using: &random))
        let new = step % 2 == 0 ? Int.random(in: 0..<array.count, using: &random) : old + near
        let place = min(array.count - 1, max(0, new))
        chunked.replace(at: old, by: step, movedTo: place)
        array.remove(at: old)
        array.insert(step, at: place)
      } else {
        let place = Int.random(in: 0..<array.count, using: &random)
        #expect(chunked.remove(at: place).element == array.remove(at: place))
      }
      if let (copy, array) = kept {
        #expect(copy.count == array.count && array.indices.allSatisfy { copy[$0] == array[$0] })
      }
      guard step % 100 == 0 else { continue }
      #expect(chunked.count == array.count && array.indices.allSatisfy { chunked[$0] == array[$0] })
      #expect(chunked.chunks.allSatisfy { !$0.isEmpty && $0.count <= chunked.longest })
      var start = 0
      for (chunk, elements) in chunked.chunks.enumerated() {
        #expect(chunked.counts.sum(before: chunk) == start && chunked.counts.chunk(of: start) == (chunk, start))
        start += elements.count
      }
      #expect(chunked.counts.sum(before: chunked.chunks.count) == start)
    }
  }

  @Test func `a position is found in a sorted list, including before and after all elements`() {
    let chunked = ChunkedArray((0..<1_500).map { $0 * 2 }, longest: 512)
    for value in [-1, 0, 1, 510, 511, 512, 513, 2_997, 2_998, 2_999] {
      #expect(chunked.position(firsts: chunked.firsts) { $0 < value } == min(1_500, max(0, (value + 1) / 2)))
    }
    #expect(ChunkedArray<Int>([], longest: 512).position(firsts: []) { _ in true } == 0)
  }

  @Test func `a search in a list of any length finds the number of smaller elements, even with duplicates`() {
    for count in 0...70 {
      for copies in 1...3 {
        let elements = ContiguousArray((0..<count).map { $0 / copies })
        for value in -1...count {
          #expect(ChunkedArray<Int>.count(of: elements) { $0 < value } == elements.count { $0 < value })
        }
      }
    }
  }
}
