import Foundation
import PureduxCollections
import PureduxTesting

@testable import PureduxEffects

/// An element with its own work.
struct Podcast: Identifiable, Sendable {
  let id: Int
  var title: String
  var job: Effect.State?

  init(_ title: String, id: Int? = nil, _ job: Effect.State? = .idle()) {
    self.id = id ?? title.hashValue
    self.title = title
    self.job = job
  }
}

struct Podcasts: Sendable {
  enum Action: Sendable {
    case change(@Sendable (inout OrderedState<Podcast>) -> Void)
    case done(Int)
    case failed(Int, any Error)
    case other
  }

  var list: OrderedState<Podcast> = []
  var done: [Int] = []
  var others = 0

  func titles(of ids: [Int]) -> [String] { ids.compactMap { list[id: $0]?.title } }

  static let reduce: Reducer<Podcasts, Action> = { state, action in
    switch action {
    case .change(let change): change(&state.list)
    case .done(let id):
      state.done.append(id)
      state.list[id: id]?.job?.succeed()
    case .failed(let id, let error):
      state.list[id: id]?.title += "!"
      state.list[id: id]?.job?.retryOrFailWith(error)
    case .other: state.others += 1
    }
  }
}

/// A change that is applied to two lists whose elements have equal identities.
struct RandomChange: Sendable {
  private let kind: Int
  private let place: Int
  private let number: Int

  init(number: Int, using random: inout SeededGenerator) {
    kind = .random(in: 0..<9, using: &random)
    place = .random(in: 0..<1_000, using: &random)
    self.number = number
  }

  func apply(to list: inout OrderedState<Podcast>) {
    if kind < 2 || list.isEmpty {
      return list.append(Podcast("\(number)", id: number, kind == 0 ? .running() : .idle()))
    }
    let index = place % list.count
    switch kind {
    case 2: list[index].job?.run()
    case 3: list[index].job?.cancel()
    case 4: list[index].job?.restart()
    case 5: list.remove(at: index)
    case 6: list.move(from: [index], to: 0)
    case 7: list[index].job = list[index].job == nil ? .running() : nil
    default: list.sort { $0.id * place % 7 < $1.id * place % 7 }
    }
  }
}
