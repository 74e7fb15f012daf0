import Foundation
import PureduxTesting
import Testing

@testable import PureduxQuery

/// Posts a mark to a list, of which another query state shows all marks.
private struct Posted: PairedChange, Codable, Equatable {
  let mark: Int

  var keys: [Int] { [1] }
  func apply(to note: inout Note, of key: Int) { if !note.marks.contains(mark) { note.marks.append(mark) } }
  var counterpart: Shown? { Shown(mark: mark) }
}

private struct Shown: PendingChange, Codable, Equatable {
  let mark: Int

  var keys: [String] { ["all"] }
  func apply(to list: inout [Int], of key: String) { if !list.contains(mark) { list.append(mark) } }
}

/// Two query states that send changes, and a third that shows the counterparts of both.
private struct Board: Codable, Sendable {
  enum Action: Sendable {
    case notes(EditableQueryAction<Posted>), others(EditableQueryAction<Posted>), list(EditableQueryAction<Shown>)
    case resetNotes, replace(Board)
  }

  var notes = EditableQueryState<Posted>(.init(staleAfter: nil, keepUnused: nil))
  var others = EditableQueryState<Posted>(.init(staleAfter: nil, keepUnused: nil))
  var list = EditableQueryState<Shown>(.init(staleAfter: nil, keepUnused: nil))

  mutating func reduce(_ action: Action) {
    switch action {
    case .notes(let action): notes.reduce(action, with: &list)
    case .others(let action): others.reduce(action, with: &list)
    case .list(let action): list.reduce(action)
    case .resetNotes: notes.reset(with: &list)
    case .replace(let board): self = board
    }
  }

  func saved() throws -> Board { try JSONDecoder().decode(Board.self, from: JSONEncoder().encode(self)) }
}

/// A store of a board whose server cannot be reached.
private struct BoardWorld {
  enum Part: CaseIterable { case notes, others, list }

  let context: TestContext
  let store: StateStore<Board, Board.Action>
  /// The marks of the list whenever they changed.
  let shown = Recorder<[Int]>()
  private let kept: [any Sendable]

  init(_ board: Board = Board(), seed: UInt64 = 1, attaching parts: [Part] = Part.allCases) {
    let context = TestContext(identitySeed: seed)
    (self.context, (store, kept)) = (
      context,
      context.run {
        let store = StateStore<Board, Board.Action>(board) { $0.reduce($1) }
        return (store, parts.map { Self.attach($0, to: store) })
      }
    )
    let token = store.map(state: { $0.list.value("all") ?? [] }).subscribe(removeDuplicates: .equal { $0 }) { [shown] in
      shown.record($0)
    }
    context.runUntilIdle()
    token.cancel()
  }

  private static func attach(_ part: Part, to store: StateStore<Board, Board.Action>) -> any Sendable {
    switch part {
    case .notes:
      store.queries({ $0.notes }, action: Board.Action.notes, name: "notes") { _ in
        Note()
      } send: { _, _ in
        throw Server.Down()
      }
    case .others:
      store.queries({ $0.others }, action: Board.Action.others, name: "others") { _ in
        Note()
      } send: { _, _ in
        throw Server.Down()
      }
    case .list:
      store.queries({ $0.list }, action: Board.Action.list, name: "list") { _ in
        []
      } send: { _, _ in
        [:]
      }
      .use("all")
    }
  }

  func send(_ actions: Board.Action...) {
    for action in actions { store.dispatch(action) }
    context.runUntilIdle()
  }

  var state: Board { store.state }
  var list: [Int]? { state.list.value("all") }

  /// A board on which each of the two states has sent a change that the server has not received.
  static func twoSenders() -> BoardWorld {
    let world = BoardWorld()
    world.send(.notes(.add(Posted(mark: 1))), .others(.add(Posted(mark: 2))))
    return world
  }
}

@Suite struct `Agreement of query states` {
  @Test func `after a restart, the counterparts of two senders stay, and are shown all the time`() throws {
    let world = BoardWorld(try BoardWorld.twoSenders().state.saved(), seed: 2)
    #expect(world.list == [1, 2] && world.state.list.pending.count == 2)
    #expect(world.shown.values == [[1, 2]])
    #expect(world.context.misuse.values.isEmpty)
  }

  @Test func `a reset reverts the counterparts of its own changes, and no others`() throws {
    let worlds = [BoardWorld.twoSenders(), BoardWorld(try BoardWorld.twoSenders().state.saved(), seed: 2)]
    for world in worlds {
      world.send(.resetNotes)
      #expect(world.list == [2] && world.state.list.pending.map(\.change) == [Shown(mark: 2)])
      #expect(world.state.others.pending.count == 1)
    }
  }

  @Test(
    arguments: [
      [.notes, .others, .list], [.list, .notes, .others], [.notes, .others], [.notes],
    ] as [[BoardWorld.Part]])
  private func `a counterpart whose sender was not restored ends`(parts: [BoardWorld.Part]) throws {
    var board = Board()
    board.list = try BoardWorld.twoSenders().state.saved().list
    let world = BoardWorld(board, seed: 2, attaching: parts)
    #expect(world.state.list.pending.isEmpty && world.list == [])
  }

  @Test func `a counterpart whose sender was restored alone ends, and the other sender's stays`() throws {
    let world = BoardWorld.twoSenders()
    var board = world.state
    board.notes = try Board().saved().notes
    world.send(.replace(board))
    #expect(world.list == [2] && world.state.list.pending.count == 1)
  }

  @Test func `if only the state that shows counterparts is replaced, both senders are asked`() throws {
    let (world, older) = (BoardWorld.twoSenders(), try BoardWorld.twoSenders().state.saved())
    var board = world.state
    board.list = older.list  // the counterparts of other changes
    world.send(.replace(board))
    let sent = board.notes.pending.map(\.id) + board.others.pending.map(\.id)
    #expect(Set(world.state.list.pending.map(\.id)) == Set(sent))
    #expect(world.list == [1, 2])
    board.list = Board().list
    world.send(.replace(board), .notes(.refetchStale), .others(.refetchStale))
    #expect(world.state.list.pending.count == 2)
  }
}
