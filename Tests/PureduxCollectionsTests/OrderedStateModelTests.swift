import Foundation
import PureduxCollections
import PureduxCore
import PureduxTesting
import Testing

private struct Entry: Identifiable, Equatable {
  var id: Int
  var value: Int
}

/// The same operations, implemented naively on an array of pairs.
private struct Model {
  var pairs: [(id: Int, value: Int)] = []

  mutating func insert(_ entry: Entry, at index: Int) {
    var index = index
    if let older = position(entry.id) {
      pairs.remove(at: older)
      if older < index { index -= 1 }
    }
    pairs.insert((entry.id, entry.value), at: index)
  }

  mutating func move(from offsets: [Int], to destination: Int) {
    let moved = offsets.map { pairs[$0] }
    let place = destination - offsets.filter { $0 < destination }.count
    for offset in offsets.reversed() { pairs.remove(at: offset) }
    pairs.insert(contentsOf: moved, at: place)
  }

  mutating func rename(_ old: Int, to new: Int) {
    guard let position = position(old) else { return }
    pairs[position].id = new
    if let other = pairs.indices.first(where: { $0 != position && pairs[$0].id == new }) { pairs.remove(at: other) }
  }

  func position(_ id: Int) -> Int? { pairs.firstIndex { $0.id == id } }
}

@Test func `an ordered state behaves like an array of pairs, over random operations`() {
  let seed = ProcessInfo.processInfo.environment["PUREDUX_SEED"].flatMap(UInt64.init) ?? .random(in: .min ... .max)
  print("OrderedState model check: PUREDUX_SEED=\(seed)")
  var random = SeededGenerator(seed: seed)
  var (state, model) = (OrderedState<Entry>(), Model())
  var kept = (state, model)

  // Each run uses another seed, so fewer steps are enough.
  let environment = ProcessInfo.processInfo.environment
  let steps = environment["PUREDUX_LONG"] == "1" ? 1_000_000 : environment["PUREDUX_REPEATING"] == "1" ? 10_000 : 30_000
  for step in 0..<steps {
    let entry = Entry(id: .random(in: 0..<60, using: &random), value: step)
    let place = Int.random(in: 0...model.pairs.count, using: &random)
    let offsets = model.pairs.indices.filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
    let operation = Int.random(in: 0..<15, using: &random)
    // A large collection does this automatically.
    if step % 7 == 0 { state.arrange() }
    switch operation {
    case 0, 1:
      state.append(entry)
      model.insert(entry, at: model.pairs.count)
    case 2:
      state.insert(entry, at: 0)
      model.insert(entry, at: 0)
    case 3, 4:
      state.insert(entry, at: place)
      model.insert(entry, at: place)
    case 5:
      #expect(state.remove(id: entry.id)?.value == model.position(entry.id).map { model.pairs.remove(at: $0).value })
    case 6 where place < model.pairs.count:
      #expect(state.remove(at: place)?.id == model.pairs.remove(at: place).id)
    case 7 where offsets.count < 6:
      state.remove(at: IndexSet(offsets))
      for offset in offsets.reversed() { model.pairs.remove(at: offset) }
    case 8:
      state.move(from: IndexSet(offsets), to: place)
      model.move(from: offsets, to: place)
    case 9:
      state[id: entry.id]?.value = step
      if let position = model.position(entry.id) { model.pairs[position].value = step }
    case 10:
      let new = Int.random(in: 0..<60, using: &random)
      state[id: entry.id]?.id = new
      model.rename(entry.id, to: new)
    case 11:
      state[id: entry.id] = nil
      model.position(entry.id).map { _ = model.pairs.remove(at: $0) }
    case 12 where step % 20 == 0:
      state.sort { $0.id < $1.id }
      model.pairs.sort { $0.id < $1.id }
    case 13 where step % 20 == 0:
      state = state.filter { $0.value % 3 != 0 }
      model.pairs.removeAll { $0.value % 3 == 0 }
    case 14 where step % 10 == 0:
      swap(&kept.0, &state)
      swap(&kept.1, &model)
    default: break
    }
    guard
      state.elements == model.pairs.map({ Entry(id: $0.id, value: $0.value) }),
      model.pairs.indices.allSatisfy({ state.index(id: model.pairs[$0].id) == $0 }),
      state.index(id: entry.id) == model.position(entry.id)
    else {
      Issue.record("seed \(seed), step \(step), operation \(operation): \(state) is not \(model.pairs)")
      return
    }
  }
}

@Test func `an ordered state that is used as a queue stays in order`() {
  let seed = UInt64.random(in: .min ... .max)
  var random = SeededGenerator(seed: seed)
  var (state, model, next) = (OrderedState<Entry>(), Model(), 0)
  let steps = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1" ? 8_000 : 2_000
  for step in 0..<steps {
    if state.count > 100 { state.arrange() }
    // The queue grows, and then shrinks.
    for _ in 0..<Int.random(in: 0...(step % 1_000 < 500 ? 3 : 1), using: &random) {
      state.append(Entry(id: next, value: step))
      model.insert(Entry(id: next, value: step), at: model.pairs.count)
      next += 1
    }
    if let first = model.pairs.first, step % 5 > 0 {
      #expect(state.remove(id: first.id)?.value == model.pairs.removeFirst().value)
    }
    let place = Int.random(in: 0...model.pairs.count, using: &random)
    switch step % 50 {
    case 10 where place < model.pairs.count:
      #expect(state.remove(at: place)?.id == model.pairs.remove(at: place).id)
    case 20:
      state.insert(Entry(id: -step, value: 0), at: place)
      model.insert(Entry(id: -step, value: 0), at: place)
    case 30 where place < model.pairs.count:
      state.move(from: [place], to: 0)
      model.move(from: [place], to: 0)
    case 40 where model.pairs.count > 3:
      state.move(from: [1, 2], to: model.pairs.count)
      model.move(from: [1, 2], to: model.pairs.count)
    default: break
    }
    guard
      state.elements == model.pairs.map({ Entry(id: $0.id, value: $0.value) }),
      model.pairs.indices.allSatisfy({ state[$0].id == model.pairs[$0].id && state.index(id: state[$0].id) == $0 })
    else {
      Issue.record("seed \(seed), step \(step): \(state) is not \(model.pairs)")
      return
    }
  }
}

@Test func `a large ordered state is edited in its middle like a small one`() {
  let seed = UInt64.random(in: .min ... .max)
  var random = SeededGenerator(seed: seed)
  var state = OrderedState((0..<20_000).map { Entry(id: $0, value: $0) })
  var (model, kept) = (state.elements, state)
  for step in 0..<3_000 {
    let (position, place) = (
      Int.random(in: model.indices, using: &random), Int.random(in: model.indices, using: &random)
    )
    switch Int.random(in: 0..<6, using: &random) {
    case 0: #expect(state.remove(at: position) == model.remove(at: position))
    case 1: state[id: model.remove(at: position).id] = nil
    case 2, 3:
      let entry = Entry(id: 20_000 + step, value: step)
      state.insert(entry, at: place)
      model.insert(entry, at: place)
    case 4:
      state.move(from: [position], to: place)
      let entry = model.remove(at: position)
      model.insert(entry, at: place > position ? place - 1 : place)
    default:
      state[position].value = -step
      model[position].value = -step
    }
    if step == 1_000 { kept = state }
    if step % 500 == 0 {
      #expect(state.elements == model, "seed \(seed), step \(step)")
      #expect(model.indices.allSatisfy { state.index(id: model[$0].id) == $0 }, "seed \(seed), step \(step)")
    }
  }
  #expect(kept != state && kept == OrderedState(kept.elements))
  state.sort { $0.id < $1.id }
  #expect(
    state.elements == model.sorted { $0.id < $1.id } && state.last.flatMap { state.index(id: $0.id) } == state.count - 1
  )
}
