#if canImport(SwiftUI)
  import PureduxCore
  public import PureduxEffects
  public import SwiftUI

  /// A view of a key's entry. The key is in use while the view is on screen.
  ///
  /// ```swift
  /// EntryView(products, id) { product, entry in
  ///   Text(product.name).opacity(entry.isRefreshing ? 0.5 : 1)
  /// } loading: {
  ///   ProgressView()
  /// } failure: { failure, retry in
  ///   Button("\(failure.text) Try again", action: retry)
  /// }
  /// ```
  ///
  /// A value stays displayed during a refetch and after a failure; `content` can read the status from the entry. For
  /// pull-to-refresh, write `.refreshable { await products.refresh(id) }`.
  public struct EntryView<Change: PendingChange, Action: Sendable, Content: View, Loading: View, Failed: View>: View {
    private let queries: EditableStoreQueries<Change, Action>
    private let key: Change.Key
    private let content: (Change.Value, QueryEntry<Change.Key, Change.Value>) -> Content
    private let loading: () -> Loading
    private let failed: (Effect.Failure, @escaping @MainActor () -> Void) -> Failed
    /// The latest entry; nil before the first entry has arrived. Just after the view's key has changed, this property
    /// still holds the old key's entry.
    @State private var latest: QueryEntry<Change.Key, Change.Value>?

    /// Creates a view of a key's entry.
    ///
    /// - Parameters:
    ///   - queries: The result of `queries(_:action:…)`. The view retains the store of the queries.
    ///   - key: The key whose entry is displayed.
    ///   - content: The view of a value; the entry shows whether the value is being fetched again, has pending changes,
    ///     or could not be fetched.
    ///   - loading: The view that is displayed before the first response.
    ///   - failure: The view that is displayed after the first fetch has failed; call the second argument to retry the
    ///     fetch.
    public init(
      _ queries: EditableStoreQueries<Change, Action>, _ key: Change.Key,
      @ViewBuilder content: @escaping (_ value: Change.Value, _ entry: QueryEntry<Change.Key, Change.Value>) -> Content,
      @ViewBuilder loading: @escaping () -> Loading,
      @ViewBuilder failure: @escaping (_ failure: Effect.Failure, _ retry: @escaping @MainActor () -> Void) -> Failed
    ) {
      (self.queries, self.key, self.content, self.loading, failed) = (queries, key, content, loading, failure)
    }

    /// Displays the entry, and keeps its key in use.
    public var body: some View {
      // The first frame displays the cached entry, without waiting for an observer.
      let entry = latest.flatMap { $0.id == key ? $0 : nil } ?? queries[key].state
      VStack {
        if let value = entry.value {
          content(value, entry)
        } else if let failure = entry.failure, !entry.isFetching {
          failed(failure) { [queries, key] in queries.dispatch(.refetch(key)) }
        } else {
          loading()
        }
      }
      .task(id: EntryPlace(store: queries.store.id, key: key)) { @MainActor [queries, key] in
        for await entry in queries.entries(key) { latest = entry }
      }
    }
  }

  /// Identifies the displayed entry. When this value changes, the view observes the new entry.
  struct EntryPlace<Key: Hashable & Sendable>: Hashable, Sendable {
    let store: StoreID?
    let key: Key
  }
#endif
