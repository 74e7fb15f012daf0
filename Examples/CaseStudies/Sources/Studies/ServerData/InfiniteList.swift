import Puredux
import PureduxQuery

/// A list of pages. Reaching its end several times loads the next page once.
struct Timeline: Feature {
  typealias Posts = Pages<String, Int>
  enum Action: Sendable { case posts(QueryAction<String, Posts>) }

  var posts = QueryState<String, Posts>(QueryPolicy(retry: RetryPolicy(maxAttempts: 2, base: 0.1)))

  mutating func reduce(_ action: Action) {
    switch action {
    case .posts(let action): posts.reduce(action)
    }
  }

  static func store() -> (StateStore<Timeline, Action>, StoreQueries<String, Posts, Action>) {
    let store = StateStore(feature: Timeline()) { $0.reduce($1) }
    let posts = store.queries({ $0.posts }, action: Action.posts) { author, cursor in
      try await StoreContext.current.clock.sleep(.milliseconds(100))
      let first = cursor ?? 1
      return Posts((first..<first + 3).map { "\(author) \($0)" }, next: first < 7 ? first + 3 : nil)
    }
    return (store, posts)
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct TimelineView: View {
    let posts: StoreQueries<String, Timeline.Posts, Timeline.Action>

    var body: some View {
      EntryView(posts, "Ada") { pages, _ in
        List {
          ForEach(pages.items, id: \.self) { Text($0) }
          // Requests the next page when it appears, and shows the progress or a failure.
          NextPageView(posts, "Ada") { failure, retry in
            if failure != nil { Button("Try again", action: retry) } else { ProgressView() }
          }
        }
      } loading: {
        ProgressView()
      } failure: { failure, retry in
        Button(failure.text, action: retry)
      }
      .refreshable { await posts.refresh("Ada") }
    }
  }
#endif

extension Study {
  static let infiniteList = Study("infinite-list", .serverData, "A list that loads its next page at its end") {
    let (_, posts) = Timeline.store()
    let stage = Stage(posts["Ada"]) { "\($0.value?.items.map { String($0.dropFirst(4)) } ?? [])" }
    await stage.wait { $0.value != nil }
    for count in [6, 9] {
      print("  > the end of the list appears")
      posts.dispatch(.more("Ada"))
      await stage.wait { $0.value?.items.count == count }
    }
  }
}
