import Foundation
import Testing

@testable import PureduxReplica

@Suite struct DocumentDigestTests {
  private struct Contents: Codable, Hashable {
    var set: Set<String>
    var counts: [Identity: Int]
    var list: [Double?]
    var nested: [String: Set<Int>]
    var data: Data
  }

  private func contents(_ order: some Sequence<Int>, capacity: Int) -> Contents {
    var contents = Contents(set: [], counts: [:], list: [1, nil, .nan], nested: [:], data: Data([1, 2, 3]))
    contents.set.reserveCapacity(capacity)
    contents.counts.reserveCapacity(capacity)
    for number in order {
      contents.set.insert("n\(number)")
      contents.counts[Identity(source: 1, number: UInt64(number))] = number
      contents.nested["k\(number % 5)", default: []].insert(number)
    }
    return contents
  }

  @Test func `the order of sets and dictionaries does not matter, whatever their keys are`() throws {
    let (one, other) = (contents(0..<500, capacity: 0), contents((0..<500).reversed(), capacity: 4_000))
    #expect(Array(one.set) != Array(other.set), "the sets are to have different orders")
    #expect(try DocumentDigest.of(one) == DocumentDigest.of(other))
  }

  @Test func `every part of a value matters`() throws {
    let base = contents(0..<5, capacity: 0)
    var changed = (0..<6).map { _ in base }
    changed[0].set.remove("n1")
    changed[1].counts[Identity(source: 1, number: 1)] = 7
    changed[2].list.swapAt(0, 1)
    changed[3].nested["k1"] = [2]
    changed[4].data = Data([1, 3, 2])
    changed[5].list = [1, nil]
    let digests = try ([base] + changed).map { try DocumentDigest.of($0) }
    #expect(Set(digests).count == 7)
  }

  @Test func `an array is not a set, nor a text a number, nor nil a missing element`() throws {
    let digests = [
      try DocumentDigest.of([1, 2]), try DocumentDigest.of([2, 1]), try DocumentDigest.of(["1", "2"]),
      try DocumentDigest.of([Int?.none]), try DocumentDigest.of([Int]()), try DocumentDigest.of([[1], [2]]),
      try DocumentDigest.of([[1, 2]]), try DocumentDigest.of(true), try DocumentDigest.of(false),
    ]
    #expect(Set(digests).count == digests.count)
  }

  @Test func `the names of the properties that differ are found`() {
    let one = SharedList()
    var other = one
    other.title = "t"
    #expect(DocumentDigest.differences(one, other) == ["title"])
    #expect(DocumentDigest.differences(one, one) == [])
  }
}
