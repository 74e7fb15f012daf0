import Foundation
import Puredux

extension Store {
  /// Returns the first state like this.
  func first(where isReached: @escaping (State) -> Bool) async -> State {
    await withCheckedContinuation { continuation in
      subscribe(
        observer: Observer { state in
          guard isReached(state) else { return .active }
          continuation.resume(returning: state)
          return .dead
        }
      )
    }
  }
}

/// Keeps an observer alive, and what it saw.
final class Reader {
  private let lock = NSLock()
  private var counts: [Int] = []

  func record(_ count: Int) { lock.withLock { counts.append(count) } }
  var seen: [Int] { lock.withLock { counts } }
}

@main
enum Main {
  static func main() async {
    let root = StoreOf[\.root]

    // Effects: an attempt that fails, one that does not, a search, a toggle, a collection.
    root.dispatch(Refresh())
    let loaded = await root.first { $0.refreshing.isSuccess }
    check(loaded.articles == ["One", "Two", "Three"] && loaded.failures == 1)
    root.dispatch(Search(query: "T"))
    check(await root.first { !$0.found.isEmpty }.found == ["Two", "Three"])
    root.dispatch(SetTicking(isOn: true))
    check(await root.first { $0.ticks > 0 }.ticks == 1)
    for title in loaded.articles { root.dispatch(Download(title: title)) }
    check(await root.first { $0.downloaded == 3 }.downloads.isEmpty)

    // An action that does work, and a dependency that is replaced.
    Dependencies[\.now] = { Date(timeIntervalSince1970: 0) }
    root.dispatch(ConfirmReading(title: "One"))
    let confirmed = await root.first { $0.confirmedAt != nil }
    check(confirmed.read == ["One"] && confirmed.confirmedAt == Date(timeIntervalSince1970: 0))

    await checkTree(root)
    await checkScreens(root)

    SharedStores[\.root] = StateStore<AppState, Action>(AppState()) { state, action in
      state.reduce(action)
    }
    check(await StoreOf[\.root].first { _ in true }.articles.isEmpty)
    print("ClientOfPuredux2: compiled without a change, and did what it did")
  }

  private static func checkTree(_ root: StateStore<AppState, Action>) async {
    let screen = root.with(ScreenState()) { state, action in
      state.reduce(action)
    }
    let detail = screen.with([Int]()) { state, action in
      if action is Read { state.append(state.count) }
    }
    let flat = detail.flatMap()
    let titles = root.map(state: \.articles)
    let summary = screen.map { app, screen in "\(app.articles.count) \(screen.opened.count)" }
    let reads = screen.map(actions: { (title: String) in Read(title: title) as Action })

    let (reader, counts) = (Reader(), Reader())
    titles.subscribe(
      observer: Observer(reader, removeStateDuplicates: .asEquatable) { articles in
        counts.record(articles.count)
        return .active
      }
    )
    reads.dispatch("Two")
    let erased: AnyStore<((AppState, ScreenState), [Int]), Action> = detail.eraseToAnyStore()
    erased.dispatch(Read(title: "Three"))
    let states = await flat.first { _, _, numbers in numbers == [0] }
    check(states.0.read.suffix(2) == ["Two", "Three"] && states.1.opened == ["Two", "Three"])
    check(await summary.first { $0 == "3 2" } == "3 2")
    check(counts.seen == [3])
    withExtendedLifetime(reader) {}
  }

  @MainActor
  private static func checkScreens(_ root: StateStore<AppState, Action>) async {
    let (screen, title) = (ArticleScreen(), TitleScreen())
    let read = await root.first { _ in true }.read
    title.setPresenter(root, props: TitlePresenter().makeProps, removeStateDuplicates: .equal { $0.read })
    title.viewDidLoad()
    await title.shown.until(["\(read.count)"])
    title.props?.onTap()
    await title.shown.until(["\(read.count + 1)"])

    screen.viewDidLoad()
    await screen.shown.until(["state []", "different []", "props \(read + ["title"]), false"])
    screen.tap?()
    await screen.shown.until([#"state ["tapped"]"#, #"different ["tapped"]"#])
  }

  private static func check(_ isTrue: Bool, line: Int = #line) {
    precondition(isTrue, "line \(line)")
  }
}
