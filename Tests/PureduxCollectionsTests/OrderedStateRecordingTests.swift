import Foundation
import PureduxCollections
import PureduxTesting
import Testing

private struct Entry: Identifiable, Equatable, Codable {
  var id: Int
  var value: Int
}

private typealias Entries = OrderedState<Entry>

private let isLong = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"

/// Changes a collection, and returns the reversals of the change.
private func recorded(_ entries: inout Entries, _ change: (inout Entries) -> Void) -> [ElementReversal<Entry>] {
  let mark = entries.beginRecording()
  change(&entries)
  return entries.endRecording(mark) ?? []
}

private func entries(_ ids: some Sequence<Int>) -> Entries { Entries(ids.map { Entry(id: $0, value: 0) }) }

/// A change of any kind.
private func change(_ entries: inout Entries, _ random: inout SeededGenerator, ids: Int) {
  let (count, id) = (entries.count, Int.random(in: 0..<ids, using: &random))
  let entry = Entry(id: id, value: .random(in: 0..<1_000_000, using: &random))
  let place = Int.random(in: 0...count, using: &random)
  let several = (0..<ids).filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
  switch Int.random(in: 0..<22, using: &random) {
  case 0...2: entries[id: id]?.value = entry.value
  case 3 where place < count: entries[place].value = entry.value
  case 4: entries[id: id] = entry
  case 5: entries[id: id] = nil
  case 6: entries.append(entry)
  case 7: entries.insert(entry, at: place)
  case 8: entries.insert(contentsOf: several.map { Entry(id: $0, value: entry.value) }, at: place)
  case 9: entries.remove(id: id)
  case 10 where place < count: entries.remove(at: place)
  case 11: entries.remove(at: several.filter { $0 < count })
  case 12 where place < count: entries.move(from: [place], to: Int.random(in: 0...count, using: &random))
  case 13: entries.move(from: several.filter { $0 < count }, to: place)
  case 14: entries[id: id]?.id = Int.random(in: 0..<ids, using: &random)
  case 15 where place < count: entries[place].id = id
  case 16 where id % 8 == 0: entries.sort { $0.value < $1.value }
  case 17 where id % 8 == 0: entries.removeAll { $0.value % 2 == 0 }
  case 18 where id % 8 == 0: entries = entries.filter { $0.value % 3 != 0 }
  case 19 where id % 16 == 0: entries.removeAll()
  case 20: entries.append(contentsOf: several.map { Entry(id: $0, value: entry.value) })
  case 21 where id % 8 == 0: entries.arrange()
  default: break
  }
}

@Test func `recorded changes of all kinds are reverted and reapplied`() {
  let seed = ProcessInfo.processInfo.environment["PUREDUX_SEED"].flatMap(UInt64.init) ?? .random(in: .min ... .max)
  var random = SeededGenerator(seed: seed)
  for round in 0..<(isLong ? 4_000 : 60) {
    let ids = round % 4 == 0 ? 400 : 40
    var now = entries((0..<ids).filter { $0 % 2 == 0 })
    let first = now
    var all: [ElementReversal<Entry>] = []
    for step in 0..<20 {
      let before = now
      let reversals = recorded(&now) { now in
        for _ in 0..<Int.random(in: 1...5, using: &random) { change(&now, &random, ids: ids) }
      }
      var other = now
      let again = recorded(&other) { $0.revert(reversals) }
      #expect(other == before, "seed \(seed), round \(round), step \(step): \(reversals)")
      #expect(before.allSatisfy { other[id: $0.id] == $0 } && other.index(id: ids) == nil)
      other.revert(again)
      #expect(other == now, "seed \(seed), round \(round), step \(step), made again: \(again)")
      for reversal in reversals { ElementReversal.add(reversal, to: &all) }
    }
    now.revert(all)
    #expect(now == first, "seed \(seed), round \(round)")
  }
}

@Test func `an order that is stored separately from the elements is recorded too`() {
  var random = SeededGenerator(seed: 7)
  var now = entries(0..<20_000)
  var past = [(now, [ElementReversal<Entry>]())]
  for _ in 0..<(isLong ? 200 : 8) {
    let reversals = recorded(&now) { now in
      for _ in 0..<3 { change(&now, &random, ids: 20_015) }
    }
    past.append((now, reversals))
  }
  while past.count > 1, let (_, reversals) = past.popLast() {
    now.revert(reversals)
    #expect(now == past[past.count - 1].0)
  }
  #expect(now == entries(0..<20_000))
}

@Test func `consecutive edits of one element keep its first contents, and its moves keep its first position`() {
  var now = entries(0..<10)
  let typing = recorded(&now) { for value in 1...100 { $0[id: 3]?.value = value } }
  #expect(typing == [.replace(element: Entry(id: 3, value: 0), at: 3)])
  let dragging = recorded(&now) { for place in 4..<9 { $0.move(from: [place - 1], to: place + 1) } }
  #expect(dragging == [.move(id: 3, from: 8, to: 3, after: 2)])
  let nothing = recorded(&now) {
    $0.move(from: [0], to: 5)
    $0.move(from: [4], to: 0)
    $0.append(Entry(id: 20, value: 0))
    $0[id: 20]?.value = 5
    $0[id: 20] = nil
    $0.append(contentsOf: [Entry(id: 21, value: 0), Entry(id: 22, value: 0)])
    $0.remove(id: 22)
    $0[id: 21] = nil
  }
  #expect(nothing.isEmpty)
  #expect(recorded(&now) { $0.append(contentsOf: entries(30..<32)) } == [.removeAll(ids: [30, 31])])
}

@Test func `reversals find their elements after unrelated changes`() {
  var now = entries(0..<100)
  let edit = recorded(&now) { $0[id: 5]?.value = 1 }
  let removal = recorded(&now) { $0.remove(id: 98) }
  let cleared = recorded(&now) { $0.remove(at: Array(20..<60)) }
  let sorted = recorded(&now) { $0.sort { $0.id > $1.id } }
  now.remove(at: Array(0..<10))
  now.insert(Entry(id: 200, value: 9), at: 0)
  now[id: 5]?.value = 2
  now[id: 30] = Entry(id: 30, value: 9)
  now.revert(edit + removal + cleared + sorted)
  #expect(now[id: 5]?.value == 0 && now[id: 200]?.value == 9 && now[id: 30]?.value == 9)
  #expect(now.count == 100 - 10 + 1 && Set(now.map(\.id)).count == now.count)
  // An element that was inserted separately keeps its position; the others are in their original order again.
  #expect(now.first?.id == 200)
  let sortedAgain = now.map(\.id).filter { $0 < 20 || (60..<98).contains($0) }
  #expect(sortedAgain == sortedAgain.sorted())
}

@Test func `impossible reversals change nothing, or are clamped to a valid position`() {
  var now = entries(0..<40)
  now.revert([
    .replace(element: Entry(id: 99, value: 1), at: -5), .remove(id: 98, at: .max),
    .move(id: 97, from: 0, to: 4, after: 3),
    .removeAll(ids: [50, 51]), .order(ids: [60, 61]), .order(ids: []),
    .put(element: Entry(id: 3, value: 7), at: 0, after: nil),
  ])
  #expect(now == entries(0..<40))
  now.revert([
    .put(element: Entry(id: 50, value: 0), at: .max, after: 99), .move(id: 0, from: .min, to: .max, after: 0),
  ])
  #expect(now.map(\.id) == Array(1..<40) + [0, 50])
  let several = (0..<30).map { Entry(id: 100 + $0 % 25, value: 0) }
  now.revert([.putAll(elements: several, at: [5, .min, .max], after: [3, 3]), .order(ids: [7, 7, 6])])
  #expect(now.count == 41 + 25 && Set(now.map(\.id)).count == now.count)
  #expect(now.allSatisfy { now[id: $0.id] == $0 })
}

@Test func `a collection that was replaced as a whole is not mistaken for the recorded one`() {
  var (now, other) = (entries(0..<10), entries(20..<30))
  let mark = now.beginRecording()
  now[id: 3]?.value = 1
  now = entries(5..<8)
  now.removeAll()
  #expect(now.endRecording(mark) == nil)

  let (one, two) = (now.beginRecording(), other.beginRecording())
  other[id: 20]?.value = 1
  now = other
  #expect(other.endRecording(two)?.count == 1)
  #expect(now.endRecording(one) == nil)
}

@Test func `a copy that was retained during a recording records nothing afterwards`() {
  var now = entries(0..<10)
  let outer = now.beginRecording()
  now.append(Entry(id: 10, value: 0))
  var kept = now
  let inner = now.beginRecording()
  now.append(Entry(id: 11, value: 0))
  #expect(now.endRecording(inner) == [.remove(id: 11, at: 11)])
  #expect(now.endRecording(outer) == [.remove(id: 10, at: 10)])
  kept.append(Entry(id: 12, value: 0))
  #expect(kept.endRecording(outer) == nil)
  let elsewhere = now.beginRecording()
  now = kept
  #expect(now.endRecording(elsewhere) == nil)
}

@Test func `a change by value in the middle of a recording counts as one that was made in place`() {
  var now = entries(0..<10)
  let before = now
  let reversals = recorded(&now) { now in
    var copy = now
    copy.remove(id: 4)
    now.append(Entry(id: 50, value: 0))
    now = copy.sorted { $0.id > $1.id }.filter { $0.id != 7 }
  }
  #expect(now.map(\.id) == [9, 8, 6, 5, 3, 2, 1, 0])
  now.revert(reversals)
  #expect(now == before)
}
