import Foundation
import PureduxHistory
import PureduxTesting
import Testing

/// An element returns to the place after the element that preceded it, if that is still there.
@Suite struct `Places of undone elements` {
  private var document = Document(ids: 1...3)
  private var history = History<Document>()

  private var ids: [Int] { document.notes.map(\.id) }

  private mutating func prepend(_ ids: Int...) {
    history.change(&document, .untracked) { $0.notes.insert(contentsOf: ids.map { Note(id: $0) }, at: 0) }
  }

  @Test mutating func `a removed element returns to the place after its neighbor, wherever the neighbor is`() {
    history.change(&document) { $0.notes.remove(id: 3) }
    prepend(101, 102)
    history.undo(&document)
    #expect(ids == [101, 102, 1, 2, 3])
    history.redo(&document)
    history.change(&document, .untracked) { $0.notes.move(from: [3], to: 0) }
    history.undo(&document)
    #expect(ids == [2, 3, 101, 102, 1])
  }

  @Test mutating func `a moved element returns to the place after its neighbor, and so do several`() {
    history.change(&document) { $0.notes.move(from: [2], to: 0) }
    prepend(101, 102)
    history.undo(&document)
    #expect(ids == [101, 102, 1, 2, 3])
    history.redo(&document)
    #expect(ids == [101, 102, 3, 1, 2])
    history.undo(&document)
    history.change(&document) { $0.notes.move(from: [3, 4], to: 0) }
    prepend(103)
    history.undo(&document)
    #expect(ids == [103, 101, 102, 1, 2, 3])
  }

  @Test mutating func `without its neighbor, an element returns to its former position`() {
    history.change(&document) { $0.notes.remove(id: 3) }
    history.change(&document, .untracked) { $0.notes.remove(id: 2) }
    prepend(101, 102)
    history.undo(&document)
    #expect(ids == [101, 102, 3, 1])
    history.change(&document) { $0.notes.remove(id: 101) }
    prepend(103)
    history.undo(&document)
    #expect(ids == [101, 103, 102, 3, 1])
  }

  @Test(arguments: [5, 50])
  mutating func `elements that were removed together return after their neighbors`(count: Int) {
    document = Document(ids: 0..<4 * count)
    let before = ids
    history.change(&document) { $0.notes.remove(at: (0..<2 * count).map { $0 * 2 + $0 % 2 }) }
    prepend(1_001, 1_002)
    history.undo(&document)
    #expect(ids.filter { $0 < 1_000 } == before && ids[0] == 0 && ids[1] == 1_001)
    history.change(&document) { $0.notes.removeAll() }
    prepend(1_003)
    history.undo(&document)
    #expect(ids.filter { $0 < 1_000 } == before && ids.last == 1_003)
  }

  @Test func `steps of a version without neighbors are restored, and use positions`() throws {
    var (document, history) = (Document(ids: 0..<40), History<Document>())
    let first = document
    history.change(&document) { $0.notes.remove(id: 5) }
    history.change(&document) { $0.notes.move(from: [20], to: 3) }
    history.change(&document) { $0.notes.remove(at: [1, 2, 7, 8] + Array(20..<38)) }
    history.change(&document) { $0.notes.removeAll() }
    func withoutNeighbors(_ value: Any) -> Any {
      if let list = value as? [Any] { return list.map(withoutNeighbors) }
      guard let object = value as? [String: Any] else { return value }
      return object.filter { $0.key != "after" }.mapValues(withoutNeighbors)
    }
    let saved = try JSONSerialization.jsonObject(with: JSONEncoder().encode(history))
    let older = try JSONSerialization.data(withJSONObject: withoutNeighbors(saved))
    var restored = try JSONDecoder().decode(History<Document>.self, from: older)
    #expect(restored.undoCount == 4)
    while restored.undo(&document) {}
    #expect(document == first)
  }

  @Test func `undo with changes from outside does what a simple model does, over random changes`() {
    let seed = ProcessInfo.processInfo.environment["PUREDUX_SEED"].flatMap(UInt64.init) ?? .random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let rounds = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1" ? 40_000 : 600
    for round in 0..<rounds {
      var model = NeighborModel(ids: 0..<Int.random(in: 0...40, using: &random))
      for step in 0..<40 {
        model.step(&random)
        if model.document.notes.map(\.id) == model.order { continue }
        let found = model.document.notes.map(\.id)
        Issue.record("seed \(seed), round \(round), step \(step): \(found), expected \(model.order)")
        return
      }
    }
  }
}

/// Undo of removed, inserted and moved elements, on an array of ids.
private struct NeighborModel {
  enum Reversal {
    /// The removed ids with their neighbors and former positions, in order.
    case put([(id: Int, neighbor: Int?, position: Int)])
    case remove([Int])
    case move(Int, neighbor: Int?, position: Int)
  }

  var document: Document
  var history = History<Document>()
  var order: [Int]
  private var undoing: [Reversal] = []
  private var redoing: [Reversal] = []
  private var next = 1_000

  init(ids: Range<Int>) { (document, order) = (Document(ids: ids), Array(ids)) }

  mutating func step(_ random: inout SeededGenerator) {
    let place = Int.random(in: 0...order.count, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1:
      history.undo(&document)
      Self.revert(&undoing, &redoing, &order)
    case 2:
      history.redo(&document)
      Self.revert(&redoing, &undoing, &order)
    case 3, 4:
      let positions = order.indices.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
      if positions.isEmpty { return }
      history.change(&document) { $0.notes.remove(at: positions) }
      push(Self.remove(Set(positions.map { order[$0] }), &order))
    case 5:
      next += 1
      history.change(&document) { $0.notes.insert(Note(id: next), at: place) }
      order.insert(next, at: place)
      push(.remove([next]))
    case 6, 7:
      guard let id = order.randomElement(using: &random), let old = order.firstIndex(of: id) else { return }
      history.change(&document) { $0.notes.move(from: [old], to: place) }
      let neighbor = old > 0 ? order[old - 1] : nil
      order.remove(at: old)
      order.insert(id, at: place > old ? place - 1 : place)
      if order.firstIndex(of: id) != old { push(.move(id, neighbor: neighbor, position: old)) }
    case 8, 9:
      next += 1
      history.change(&document, .untracked) { $0.notes.insert(Note(id: next), at: place) }
      order.insert(next, at: place)
    case 10:
      guard let id = order.randomElement(using: &random) else { return }
      history.change(&document, .untracked) { $0.notes.remove(id: id) }
      order.removeAll { $0 == id }
    default:
      guard let id = order.randomElement(using: &random), let old = order.firstIndex(of: id) else { return }
      history.change(&document, .untracked) { $0.notes.move(from: [old], to: place) }
      order.remove(at: old)
      order.insert(id, at: place > old ? place - 1 : place)
    }
  }

  private mutating func push(_ reversal: Reversal) {
    undoing.append(reversal)
    redoing = []
  }

  private static func remove(_ ids: Set<Int>, _ order: inout [Int]) -> Reversal {
    let removed = order.indices.filter { ids.contains(order[$0]) }
      .map { (id: order[$0], neighbor: $0 > 0 ? order[$0 - 1] : nil, position: $0) }
    order.removeAll { ids.contains($0) }
    return .put(removed)
  }

  /// Reverts the last reversal that has an effect, and stores its own reversal.
  private static func revert(_ from: inout [Reversal], _ to: inout [Reversal], _ order: inout [Int]) {
    while let reversal = from.popLast() {
      let before = order
      switch reversal {
      case .remove(let ids):
        let opposite = remove(Set(ids), &order)
        if order != before { return to.append(opposite) }
      case .move(let id, let neighbor, let position):
        guard let old = order.firstIndex(of: id) else { continue }
        order.remove(at: old)
        let place = neighbor.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 }
        order.insert(id, at: place ?? min(position, order.count))
        if order != before { return to.append(.move(id, neighbor: old > 0 ? before[old - 1] : nil, position: old)) }
      case .put(let elements) where elements.count <= 16:
        // A few elements return one by one.
        var put: [Int] = []
        for element in elements where !order.contains(element.id) {
          let place = element.neighbor.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 }
          order.insert(element.id, at: place ?? min(element.position, order.count))
          put.append(element.id)
        }
        if order != before { return to.append(.remove(put)) }
      case .put(let elements):
        // Many elements return at once: each after a present element, or, with index 0, before all of them.
        var gaps: [[Int]] = Array(repeating: [], count: order.count + 1)
        var put: [Int] = []
        for element in elements where !order.contains(element.id) {
          if let neighbor = element.neighbor, put.contains(neighbor),
            let gap = gaps.firstIndex(where: {
              $0.contains(neighbor)
            })
          {
            gaps[gap].append(element.id)
          } else if let neighbor = element.neighbor, let place = order.firstIndex(of: neighbor) {
            gaps[place + 1].append(element.id)
          } else {
            gaps[min(max(element.position - put.count, 0), order.count)].append(element.id)
          }
          put.append(element.id)
        }
        order = gaps.indices.flatMap { $0 == 0 ? gaps[0] : [before[$0 - 1]] + gaps[$0] }
        if order != before { return to.append(.remove(order.filter { put.contains($0) })) }
      }
    }
  }
}
