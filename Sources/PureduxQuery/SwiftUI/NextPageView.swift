#if canImport(SwiftUI)
  import PureduxCore
  public import PureduxEffects
  public import SwiftUI

  /// The last row of a paged list, which requests the next page when it appears.
  ///
  /// ```swift
  /// List {
  ///   ForEach(pages.items) { review in Text(review.text) }
  ///   NextPageView(reviews, product) { failure, retry in
  ///     if let failure { Button("\(failure.text) Try again", action: retry) } else { ProgressView() }
  ///   }
  /// }
  /// ```
  ///
  /// The row requests another page if it is still on screen after a page has arrived. After the last page, the row
  /// displays nothing. After a failure, the row waits until `retry` is called.
  public struct NextPageView<Change: PendingChange, Action: Sendable, Content: View>: View
  where Change.Value: PagedValue {
    private let queries: EditableStoreQueries<Change, Action>
    private let key: Change.Key
    private let content: (Effect.Failure?, @escaping @MainActor () -> Void) -> Content
    @State private var latest: QueryEntry<Change.Key, Change.Value>?

    /// Creates the last row of a list.
    ///
    /// - Parameters:
    ///   - queries: The result of `queries(_:action:…)`. The view retains the store of the queries.
    ///   - key: The key of the list.
    ///   - content: The view that is displayed during a fetch or after a failure; call the second argument to retry the
    ///     fetch.
    public init(
      _ queries: EditableStoreQueries<Change, Action>, _ key: Change.Key,
      @ViewBuilder content: @escaping (_ failure: Effect.Failure?, _ retry: @escaping @MainActor () -> Void) -> Content
    ) {
      (self.queries, self.key, self.content) = (queries, key, content)
    }

    /// The content, which requests the next page when it appears; empty if there is no next page.
    public var body: some View {
      let entry = latest.flatMap { $0.id == key ? $0 : nil } ?? queries[key].state
      VStack {
        if let value = entry.value, value.next != nil {
          let request = PageRequest(key: key, pageCount: value.pageCount, hasFailed: entry.failure != nil)
          content(entry.isFetching ? nil : entry.failure) { [queries, key] in queries.dispatch(.more(key)) }
            .task(id: request) { [queries] in
              if !request.hasFailed { queries.dispatch(.more(request.key)) }
            }
        }
      }
      .task(id: EntryPlace(store: queries.store.id, key: key)) { @MainActor [queries, key] in
        for await entry in queries.entries(key) { latest = entry }
      }
    }
  }

  /// Identifies a request for the next page. When this value changes, the row makes another request.
  private struct PageRequest<Key: Hashable & Sendable>: Hashable, Sendable {
    let key: Key
    let pageCount: Int
    let hasFailed: Bool
  }
#endif
