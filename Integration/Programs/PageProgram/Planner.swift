import PureduxCollections
import PureduxEffects

/// The state of the program: tasks, a draft that is typed, and a text that no page may interpret as markup.
struct Planner: Sendable, Equatable {
  struct Todo: Sendable, Equatable {
    var id: Int
    var title: String
    var isDone = false
  }

  enum Filter: String, Sendable, Decodable { case all, open, done }

  enum Action: Sendable, Decodable {
    case addTodo(id: Int, title: String)
    case toggleTodo(id: Int)
    case setFilter(Filter)
    case edit(String)
    case sendDraft
    case startDownload(file: String)
    case progress(file: String, fraction: Double)
    case downloaded(file: String)
    case downloadFailed(file: String)
  }

  var todos: [Todo] = []
  var filter = Filter.all
  var draft = ""
  var messages: [String] = []
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
    case .startDownload, .progress, .downloaded, .downloadFailed: break
    }
  }
}

/// A file that is fetched: the state of a child store has several.
struct Download: Sendable, Identifiable {
  let id: String
  var job = Effect.State.idle()
  var fraction = 0.0
}

extension OrderedState<Download> {
  mutating func reduce(_ action: Planner.Action) {
    switch action {
    case .startDownload(let file):
      if self[id: file] == nil { append(Download(id: file)) }
      self[id: file]?.job.restart()
      self[id: file]?.fraction = 0
    case .progress(let file, let fraction): self[id: file]?.fraction = fraction
    case .downloaded(let file): self[id: file]?.job.succeed()
    case .downloadFailed(let file): self[id: file]?.job.cancel()
    default: break
    }
  }
}
