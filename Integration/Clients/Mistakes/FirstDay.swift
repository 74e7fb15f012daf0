// The compiler's messages for common mistakes of beginners.
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
  book.dispach(.turn(1))  // 8: value of type 'StateStore<Book, BookAction>' has no member 'dispach'
  book.send(.turn(1))  // 3: 'async' call in a function that does not
}
func wait() async { book.send(.turn(1)) }  // 21: expression is 'async' but is not marked with 'await'

final class Shelf { var books: [Book] = [] }
let shelf = StateStore(Shelf()) { (_: inout Shelf, _: BookAction) in }  // 13: type 'Shelf' does not conform to
let returned = StateStore(0) { (pages: Int, action: Int) in pages + action }  // 16: 'init(_:named:runner:reducer:)' is
let main = StateStore(0, runner: .main) { (pages: Int, action: Int) in pages }  // 12: 'init(_:named:runner:reducer:)'
let copied = StateStore(Book()) { (book: Book, _: BookAction) in book.pages += 1 }  // 77: left side of mutating

let child = book.with(0) { (taps: inout Int, _: BookAction) in tabs += 1 }  // 64: cannot find 'tabs' in scope
let text = book.with(0) { (taps: inout String, _: BookAction) in }  // 22: cannot convert value of type 'Int' to
let counted = book.with(0) { (taps: Int, _: BookAction) in taps }  // 20: 'with(_:named:reducer:)' is unavailable: A
let constant = book.with(0) { (taps: Int, _: BookAction) in taps += 1 }  // 66: left side of mutating operator
let other = book.with(0) { (_: inout Int, _: Int) in }  // 18: 'with(_:named:reducer:)' is unavailable: A child's
let asked = book.with("") { (text: inout String, _: BookAction) in  // 18: 'with(_:named:reducer:)' is unavailable: A
  text = try await load()
}
let both = book.with(0) { (_: inout Book, _: inout Int, _: BookAction) in }  // 17: 'with(_:named:reducer:)' is
let reading = book.with(0) { (book: Book, taps: inout Int, _: BookAction) in
  taps += book.page  // 16: value of type 'Book' has no member 'page'
}
let untyped = book.with(Book()) { inner, _ in inner.pagez += 1 }  // 35: cannot infer type of closure parameter 'inner'

let title = book.map(state: \.titel)  // 29: value of type 'Book' has no member 'titel'
let line = book.select(\.title, \.page) { title, pages in "\(title) \(pages)" }  // 33: value of type 'Book' has no

func attach() {
  book.effect(\.pages) { _, _ in Effect {} }  // 8: 'effect(_:create:)' is unavailable: A job is an Effect.State
  book.effect(\.loading) { _, dispatch in  // 8: 'effect(_:create:)' is unavailable: Return the work
    dispatch(.turn(1))
  }
  book.effect(\.loading) { _, dispatch in  // 8: 'effect(_:create:)' is unavailable: Return the work
    dispatch(.loaded(try await load()))
  }
  book.effect(\.loading) { _, dispatch in
    Effect {
      dispatch(.loaded(try await load()))
    } onError: {
      dispatch(.faild($0))  // 17: type 'BookAction' has no member 'faild'
    }
  }
}

func compare() -> StoreSubscription {
  book.subscribe { old, new in }  // 20: contextual closure type '@Sendable (Book) -> Void' expects 1 argument
}
func observe() -> StoreSubscription {
  var pages = 0
  return book.subscribe { book in pages += book.pages }  // 35: mutation of captured var 'pages' in
}

struct Screen {
  @Dependency(\.clok) var clock  // 15: value of type 'Dependencies' has no member 'clok'
  @StoreOf(\.books) var books  // 12: value of type 'SharedStores' has no member 'books'
}
