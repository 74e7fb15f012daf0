import PureduxDerived
import PureduxTesting

/// A state with a large part that has a version, and small parts without one.
struct Bookshop: Sendable {
  /// Counts its comparisons. A value with a version must not be compared.
  struct Books: Versioned, Equatable, Sendable {
    static let comparisons = Recorder<Int>()
    private(set) var version = Version()
    private(set) var titles: [String] = []

    mutating func append(_ title: String) {
      titles.append(title)
      version = Version()
    }

    static func == (one: Books, other: Books) -> Bool {
      comparisons.record(1)
      return one.titles == other.titles
    }
  }

  enum Action: Sendable {
    case add(String)
    case search(String)
    case limit(Int)
    case visit
  }

  var books = Books()
  var search = ""
  var limit = 10
  var visits = 0

  /// The computations of the tests' selectors.
  var found: [String] { Self.find(books, search, limit) }

  static func find(_ books: Books, _ search: String, _ limit: Int) -> [String] {
    Array(books.titles.lazy.filter { $0.contains(search) || search.isEmpty }.prefix(limit))
  }

  static let reduce: Reducer<Bookshop, Action> = { state, action in
    switch action {
    case .add(let title): state.books.append(title)
    case .search(let text): state.search = text
    case .limit(let limit): state.limit = limit
    case .visit: state.visits += 1
    }
  }

  static func store(_ runner: ManualRunner) -> StateStore<Bookshop, Action> {
    StateStore(Bookshop(), runner: runner, reducer: reduce)
  }
}
