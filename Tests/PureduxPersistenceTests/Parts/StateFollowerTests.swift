import Foundation
import SavedModel
import Testing

@testable import PureduxPersistence

@Suite struct StateFollowerTests {
  private struct Room: Sendable {
    struct Inner: Sendable {
      var books: OrderedState<Book> = []
    }

    var inner = Inner()
    private var rows: OrderedState<Book> = []
    /// A property without storage.
    var computed: OrderedState<Book> {
      get { rows }
      set { rows = newValue }
    }
    var number = 0

    static let saved: [StatePart<Room>] = [
      .elements("inner", \.inner.books), .elements("computed", \.computed), .value("number", \.number),
    ]
  }

  private func book(_ id: Int) -> Book { Book(id: id, title: "", pages: 0) }

  /// The forms of the parts to be saved.
  private func due(_ pending: PendingState?) -> [String] {
    (pending?.parts ?? []).map { part in
      switch part?.form {
      case nil: "-"
      case .value: "value"
      case .all: "all \(part?.count ?? 0)"
      case .changes(let order): "\(order.count) moves, \(part?.count ?? 0) contents"
      }
    }
  }

  @Test func `nested parts and computed parts are followed by their changes`() {
    let follower = StateFollower(Room.saved)
    var room = Room()
    room.inner.books = OrderedState((0..<50).map(book))
    room.computed = OrderedState((0..<50).map(book))
    follower.begin(with: room)
    #expect(!follower.look(at: room))
    #expect(follower.take(from: room, isWhole: false) == nil)

    room.inner.books[id: 7]?.pages = 1
    #expect(follower.look(at: room))
    room.inner.books[id: 7]?.pages = 2
    room.computed.remove(id: 3)
    #expect(follower.look(at: room))
    room.number = 1
    #expect(follower.look(at: room))
    #expect(!follower.look(at: room))
    #expect(due(follower.take(from: room, isWhole: false)) == ["0 moves, 1 contents", "1 moves, 0 contents", "value"])
    #expect(follower.take(from: room, isWhole: false) == nil)
  }

  @Test func `changes after the last check are included too`() {
    let follower = StateFollower(Room.saved)
    var room = Room()
    follower.begin(with: room)
    room.inner.books.append(book(1))
    room.number = 2
    #expect(due(follower.take(from: room, isWhole: false)) == ["1 moves, 1 contents", "-", "value"])
    #expect(!follower.look(at: room))
  }

  @Test func `more changes than elements, or a change of everything at once, mark a list as changed as a whole`() {
    let follower = StateFollower(Room.saved)
    var room = Room()
    room.inner.books = OrderedState((0..<10).map(book))
    follower.begin(with: room)
    for number in 0..<200 {
      room.inner.books.move(from: [number % 10], to: (number * 3) % 10)
      _ = follower.look(at: room)
    }
    #expect(due(follower.take(from: room, isWhole: false)) == ["all 10", "-", "-"])
    room.inner.books = OrderedState((0..<5).map(book))
    #expect(due(follower.take(from: room, isWhole: false)) == ["all 5", "-", "-"])
  }

  @Test func `an element inserted and removed between two saves leaves no content`() {
    let follower = StateFollower(Room.saved)
    var room = Room()
    room.inner.books = OrderedState((0..<10).map(book))
    follower.begin(with: room)
    room.inner.books.append(book(99))
    _ = follower.look(at: room)
    room.inner.books.remove(id: 99)
    _ = follower.look(at: room)
    #expect(due(follower.take(from: room, isWhole: false)) == ["2 moves, 0 contents", "-", "-"])
  }

  @Test func `after a save has begun, the next change changes the collection in place`() throws {
    let follower = StateFollower(Room.saved)
    var room = Room()
    room.inner.books = OrderedState((0..<1_000).map(book))
    follower.begin(with: room)
    func address() -> Int { room.inner.books.elements.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }
    for number in 0..<100 {
      room.inner.books[id: number]?.pages += 1
      let pending = try #require(follower.take(from: room, isWhole: false))
      let before = address()
      // The save still has the values that it will encode.
      room.inner.books[id: number + 500]?.pages += 1
      #expect(address() == before)
      withExtendedLifetime(pending) {}
    }
  }
}
