#if canImport(SwiftUI)
  import PureduxCore
  public import PureduxEffects
  public import SwiftUI

  /// A view of what a server says of a key, which is in use while the view is on the screen.
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
  /// A value stays shown while it is fetched anew and after a failure, of which its entry tells. For a view that is pulled to
  /// be refreshed write `.refreshable { await products.refresh(id) }`.
  public struct EntryView<Change: PendingChange, Action: Sendable, Content: View, Loading: View, Failed: View>: View {
    private let queries: EditableStoreQueries<Change, Action>
    private let key: Change.Key
    private let content: (Change.Value, QueryEntry<Change.Key, Change.Value>) -> Content
    private let loading: () -> Loading
    private let failed: (Effect.Failure, @escaping @MainActor () -> Void) -> Failed
    /// Nil before the first entry came; of another key after this view was given another one.
    @State private var latest: QueryEntry<Change.Key, Change.Value>?

    /// Makes a view of a key.
    ///
    /// - Parameters:
    ///   - queries: what `queries(_:action:…)` returned. The view keeps its store alive.
    ///   - key: the key that is shown.
    ///   - content: shows a value, and what its entry tells of it: whether it is refreshing, pending, or could not be fetched.
    ///   - loading: what is shown before the first answer.
    ///   - failure: what is shown where the first answer could not be had; its second argument fetches it again.
    public init(
      _ queries: EditableStoreQueries<Change, Action>, _ key: Change.Key,
      @ViewBuilder content: @escaping (_ value: Change.Value, _ entry: QueryEntry<Change.Key, Change.Value>) -> Content,
      @ViewBuilder loading: @escaping () -> Loading,
      @ViewBuilder failure: @escaping (_ failure: Effect.Failure, _ retry: @escaping @MainActor () -> Void) -> Failed
    ) {
      (self.queries, self.key, self.content, self.loading, failed) = (queries, key, content, loading, failure)
    }

    /// What is known of the key, and the use of it.
    public var body: some View {
      // The first frame shows what is known, and does not wait for an observer.
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

  /// Names what a view shows, so that it shows something else when that is another one.
  struct EntryPlace<Key: Hashable & Sendable>: Hashable, Sendable {
    let store: StoreID?
    let key: Key
  }
#endif
