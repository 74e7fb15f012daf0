#if canImport(SwiftUI)
  import PureduxCore
  public import PureduxEffects
  public import SwiftUI

  /// The last row of a list that comes page by page: when it is on the screen it asks for the next page.
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
  /// It asks again when a page came and it is still on the screen, and shows nothing after the last page. After a failure it
  /// waits for its button.
  public struct NextPageView<Change: PendingChange, Action: Sendable, Content: View>: View
  where Change.Value: PagedValue {
    private let queries: EditableStoreQueries<Change, Action>
    private let key: Change.Key
    private let content: (Effect.Failure?, @escaping @MainActor () -> Void) -> Content
    @State private var latest: QueryEntry<Change.Key, Change.Value>?

    /// Makes the last row of a list.
    ///
    /// - Parameters:
    ///   - queries: what `queries(_:action:…)` returned. The view keeps its store alive.
    ///   - key: the key of the list.
    ///   - content: shows that a page is on its way, or why it could not be had; its second argument asks again.
    public init(
      _ queries: EditableStoreQueries<Change, Action>, _ key: Change.Key,
      @ViewBuilder content: @escaping (_ failure: Effect.Failure?, _ retry: @escaping @MainActor () -> Void) -> Content
    ) {
      (self.queries, self.key, self.content) = (queries, key, content)
    }

    /// What is shown where there is a page more, and the request for it.
    public var body: some View {
      let entry = latest.flatMap { $0.id == key ? $0 : nil } ?? queries[key].state
      VStack {
        if let value = entry.value, value.next != nil {
          content(entry.isFetching ? nil : entry.failure) { [queries, key] in queries.dispatch(.more(key)) }
            .task(id: value.pageCount) { [queries, key] in queries.dispatch(.more(key)) }
        }
      }
      .task(id: EntryPlace(store: queries.store.id, key: key)) { @MainActor [queries, key] in
        for await entry in queries.entries(key) { latest = entry }
      }
    }
  }
#endif
