/// https://developer.apple.com/documentation/swiftui/navigationstack
public struct NavigationStack<Data, Root: View>: PrimitiveView {
  private let showStack: @MainActor (HostNode) -> Void

  /// https://developer.apple.com/documentation/swiftui/navigationstack/init(path:root:)
  public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {
    let root = root()
    showStack = { node in Self.show(path, root, in: node) }
  }

  private static func show(_ path: Binding<Data>, _ root: Root, in node: HostNode)
  where Data: RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {
    node.child(0, root)
    let destinations = node.all.compactMap(\.destination)
    for (depth, element) in path.wrappedValue.enumerated() {
      for destination in destinations {
        guard let view = destination(element) else { continue }
        node.child([AnyHashable(depth), AnyHashable(element)], view)
        break
      }
    }
    node.goBack = nil
    if !path.wrappedValue.isEmpty { node.goBack = { path.wrappedValue.removeLast() } }
  }

  public func show(in node: HostNode) { showStack(node) }
}

nonisolated struct DestinationView<Content: View>: PrimitiveView {
  let content: Content
  let destination: @MainActor (Any) -> AnyView?

  @MainActor func show(in node: HostNode) {
    node.destination = destination
    node.child(0, content)
  }
}

extension View {
  /// https://developer.apple.com/documentation/swiftui/view/navigationdestination(for:destination:)
  nonisolated public func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    let handed = HandedDestination(make: destination)
    return DestinationView(content: self) { element in (element as? D).map { AnyView(handed.make($0)) } }
  }

  /// https://developer.apple.com/documentation/swiftui/view/navigationdestination(item:destination:)
  nonisolated public func navigationDestination<D: Hashable, C: View>(
    item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    let content = HandedContent(make: destination, item: item)
    return PresentingView(
      content: self, presented: { content.item.wrappedValue.map { (AnyHashable($0), content.make($0)) } },
      dismiss: { content.item.wrappedValue = nil })
  }
}

/// SAFETY: goes no further than the main actor.
private struct HandedDestination<Element, Content>: @unchecked Sendable {
  let make: (Element) -> Content
}
