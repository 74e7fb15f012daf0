#if canImport(SwiftUI)
  public import Dispatch
  public import Foundation
  public import SwiftUI

  /// A view whose content is made of props, which are made of a store's state; from the first frame on.
  ///
  /// Given another store, it shows that one. A projection goes by the store that it shows, and `props` are those that the
  /// view appeared with: give it an `id` to have it begin anew when they are to show something else.
  public struct StoreView<StoreState: Sendable, Action: Sendable, Props, Content: View>: View {
    private let store: AnyStore<StoreState, Action>
    private let settings: UpdateSettings<StoreState>
    private let makeProps: @Sendable (StoreState, AnyStore<StoreState, Action>) -> Props
    private let content: (Props) -> Content
    @State private var shown: Shown?

    private struct Shown {
      let store: StoreID
      let props: Props
    }

    /// Props are made on the presentation queue; the first ones where `body` asks for them.
    public init(
      _ store: some Store<StoreState, Action>,
      props: @escaping @Sendable (_ state: StoreState, _ store: AnyStore<StoreState, Action>) -> Props,
      presentationQueue: DispatchQueue = .sharedPresentationQueue,
      removeStateDuplicates equating: Equating<StoreState>? = nil,
      debounceFor interval: TimeInterval = .uiDebounce,
      @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) {
      self.init(
        store,
        UpdateSettings(queue: presentationQueue, equating: equating, interval: .seconds(interval)),
        props: props, content: content)
    }

    init(
      _ store: some Store<StoreState, Action>, _ settings: UpdateSettings<StoreState>,
      props: @escaping @Sendable (StoreState, AnyStore<StoreState, Action>) -> Props,
      content: @escaping (Props) -> Content
    ) {
      self.store = store.eraseToAnyStore()
      self.settings = settings
      makeProps = props
      self.content = content
    }

    /// The content, made of the latest props; those of the first frame are made here.
    public var body: some View {
      content(propsToShow)
        .showing(store, settings, props: makeProps) { [store] props, _ in shown = Shown(store: store.id, props: props) }
    }

    private var propsToShow: Props {
      if let shown, shown.store == store.id { return shown.props }
      return makeProps(store.state, store)
    }
  }

  extension StoreView where Props == (StoreState, Dispatch<Action>) {
    /// A view whose content is made of a store's state.
    public init(
      _ store: some Store<StoreState, Action>,
      removeStateDuplicates equating: Equating<StoreState>? = nil,
      debounceFor interval: TimeInterval = .uiDebounce,
      @ViewBuilder content: @escaping (_ state: StoreState, _ dispatch: @escaping Dispatch<Action>) -> Content
    ) {
      self.init(
        store, UpdateSettings(equating: equating, interval: .seconds(interval)),
        props: { state, store in (state, store.dispatch) }, content: { content($0.0, $0.1) })
    }
  }
#endif
