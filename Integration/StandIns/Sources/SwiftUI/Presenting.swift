/// https://developer.apple.com/documentation/swiftui/buttonrole
public struct ButtonRole: Equatable, Sendable {
  private let name: String
  public static let destructive = ButtonRole(name: "destructive")
  public static let cancel = ButtonRole(name: "cancel")
}

/// https://developer.apple.com/documentation/swiftui/visibility
public enum Visibility: Hashable, CaseIterable, Sendable {
  case automatic, visible, hidden
}

extension Button where Label == Text {
  /// https://developer.apple.com/documentation/swiftui/button/init(_:role:action:)
  public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(title) }
  }
}

/// A presentation above its content, for as long as a binding requests it.
nonisolated struct PresentingView<Content: View, Presented: View>: PrimitiveView {
  let content: Content
  /// The presented value with its identity; nil if there is none.
  let presented: @MainActor () -> (id: AnyHashable, view: Presented)?
  /// Ends the presentation like a user.
  let dismiss: @MainActor () -> Void
  var onDismiss: (() -> Void)?
  /// Whether each button ends the presentation, as in an alert.
  var endsWithButtons = false

  @MainActor func show(in node: HostNode) {
    node.child(0, content)
    let wasPresenting = node.dismiss != nil
    node.dismiss = nil
    if let presented = presented() {
      node.dismiss = dismiss
      node.dismissAfterButtons = endsWithButtons
      node.child(["presented", presented.id] as [AnyHashable], presented.view)
    } else if wasPresenting {
      onDismiss?()
    }
  }
}

extension View {
  /// https://developer.apple.com/documentation/swiftui/view/sheet(item:ondismiss:content:)
  nonisolated public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    let content = HandedContent(make: content, item: item)
    return PresentingView(
      content: self,
      presented: { content.item.wrappedValue.map { (AnyHashable($0.id), content.make($0)) } },
      dismiss: { content.item.wrappedValue = nil }, onDismiss: onDismiss)
  }

  /// https://developer.apple.com/documentation/swiftui/view/sheet(ispresented:ondismiss:content:)
  nonisolated public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    let content = HandedContent(make: { (_: Bool) in content() }, item: isPresented)
    return PresentingView(
      content: self,
      presented: { content.item.wrappedValue ? (AnyHashable(0), content.make(true)) : nil },
      dismiss: { content.item.wrappedValue = false }, onDismiss: onDismiss)
  }

  /// https://developer.apple.com/documentation/swiftui/view/alert(_:ispresented:presenting:actions:message:)
  nonisolated public func alert<A: View, M: View, T>(
    _ title: Text, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A,
    @ViewBuilder message: (T) -> M
  ) -> some View {
    dialog(title, isPresented, data.map { (actions($0), message($0)) })
  }

  /// https://developer.apple.com/documentation/swiftui/view/confirmationdialog(_:ispresented:titlevisibility:presenting:actions:message:)
  nonisolated public func confirmationDialog<A: View, M: View, T>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting data: T?,
    @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
  ) -> some View {
    dialog(title, isPresented, data.map { (actions($0), message($0)) })
  }

  nonisolated private func dialog<A: View, M: View>(
    _ title: Text, _ isPresented: Binding<Bool>, _ parts: (A, M)?
  ) -> some View {
    let handed = HandedContent(
      make: { (_: Bool) in parts.map { DialogContent(title: title, message: $0.1, actions: $0.0) } }, item: isPresented)
    return PresentingView(
      content: self,
      presented: { () -> (id: AnyHashable, view: DialogContent<A, M>)? in
        guard handed.item.wrappedValue, let view = handed.make(true) else { return nil }
        return (AnyHashable(0), view)
      },
      dismiss: { handed.item.wrappedValue = false }, endsWithButtons: true)
  }
}

/// The inside of an alert.
nonisolated struct DialogContent<Actions: View, Message: View>: PrimitiveView {
  let title: Text
  let message: Message
  let actions: Actions

  @MainActor func show(in node: HostNode) {
    node.child(0, title)
    node.child(1, message)
    node.child(2, actions)
  }
}

/// SAFETY: goes no further than the main actor.
struct HandedContent<Value, Item, Content>: @unchecked Sendable {
  let make: (Item) -> Content
  let item: Binding<Value>

  init(make: @escaping (Item) -> Content, item: Binding<Value>) { (self.make, self.item) = (make, item) }
}
