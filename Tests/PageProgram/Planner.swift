/// The state of the program: things to do, a draft that is typed, and files that are fetched.
struct Planner: Sendable, Equatable {
  struct Todo: Sendable, Equatable {
    var id: Int
    var title: String
    var isDone = false
  }

  enum Filter: Sendable { case all, open, done }

  enum Action: Sendable {
    case addTodo(id: Int, title: String)
    case toggleTodo(id: Int)
    case setFilter(Filter)
    case edit(String)
    case sendDraft
    case startDownload(file: String)
    case progress(file: String, fraction: Double)
  }

  var todos: [Todo] = []
  var filter = Filter.all
  var draft = ""
  var messages: [String] = []
  var downloads: [String: Double] = [:]
  /// No page may take a text for markup.
  var motto = "<script>document.title = 'taken'</script> & <b class=\"bold\">bold</b>"

  mutating func reduce(_ action: Action) {
    switch action {
    case .addTodo(let id, let title):
      todos.append(Todo(id: id, title: title))
      if todos.count > 40 { todos.removeFirst() }
    case .toggleTodo(let id):
      if let index = todos.firstIndex(where: { $0.id == id }) { todos[index].isDone.toggle() }
    case .setFilter(let filter): self.filter = filter
    case .edit(let text): draft = text
    case .sendDraft:
      messages = messages.suffix(50) + [draft]
      draft = ""
    case .startDownload(let file): downloads[file] = 0
    case .progress(let file, let fraction): downloads[file] = fraction
    }
  }
}
