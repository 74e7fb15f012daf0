// What the compiler says of mistakes that are easily made on a first day.
import Puredux

struct Book: Sendable, Equatable {
  var title = ""
  var pages = 0
  var loading = Effect.State.idle()
}

enum BookAction: Sendable { case turn(Int), loaded(String), failed(any Error) }

@Sendable func load() async throws -> String { "" }

let book = StateStore(Book()) { (book: inout Book, action: BookAction) in }

func dispatch() {
  book.dispatch(.remove(1))  // 18: type 'BookAction' has no member 'remove'
  book.dispatch(5)  // 17: cannot convert value of type 'Int' to expected
  book.send(.turn(1))  // 3: 'async' call in a function that does not
}

final class Shelf { var books: [Book] = [] }
let shelf = StateStore(Shelf()) { (_: inout Shelf, _: BookAction) in }  // 13: type 'Shelf' does not conform to
let returned = StateStore(0) { (pages: Int, action: Int) in pages + action }  // 16: 'init(_:reducer:)' is unavailable
let child = book.with(0) { (taps: inout Int, _: BookAction) in tabs += 1 }  // 64: cannot find 'tabs' in scope

let title = book.map(state: \.titel)  // 29: value of type 'Book' has no member 'titel'
let line = book.select(\.title, \.page) { title, pages in "\(title) \(pages)" }  // 33: value of type 'Book' has no

func attach() {
  book.effect(\.pages) { _, _ in Effect {} }  // 8: 'effect(_:create:)' is unavailable: A job is an Effect.State
  book.effect(\.loading) { _, dispatch in  // 8: 'effect(_:create:)' is unavailable: Return the work
    dispatch(.turn(1))
  }
  book.effect(\.loading) { _, dispatch in
    Effect {
      dispatch(.loaded(try await load()))
    } onError: {
      dispatch(.faild($0))  // 17: type 'BookAction' has no member 'faild'
    }
  }
}

func observe() -> StoreSubscription {
  var pages = 0
  return book.subscribe { book in pages += book.pages }  // 35: mutation of captured var 'pages' in
}
