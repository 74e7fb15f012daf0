import PureduxBindings

// A small application that views display.

protocol Action: Sendable {}

struct AddBook: Action { let title: String }
struct SetQuery: Action { let query: String }
struct Select: Action { let title: String }

struct Library: Sendable, Equatable {
  var books: [String] = []
  var query = ""
  var visits = 0

  mutating func reduce(_ action: any Action) {
    switch action {
    case let action as AddBook: books.append(action.title)
    case let action as SetQuery: query = action.query
    case is Visit: visits += 1
    default: break
    }
  }

  static func store() -> StateStore<Library, any Action> {
    StateStore(Library(books: ["Emma"]), runner: .main) { $0.reduce($1) }
  }
}

struct Visit: Action {}

struct Selection: Sendable {
  var title = "none"

  mutating func reduce(_ action: any Action) {
    if let action = action as? Select { title = action.title }
  }
}

@MainActor
final class Count {
  var value = 0
}
