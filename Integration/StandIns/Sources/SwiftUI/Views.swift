/// https://developer.apple.com/documentation/swiftui/emptyview
public struct EmptyView: PrimitiveView {
  nonisolated public init() {}
  public func show(in node: HostNode) {}
}

/// A view that participates in the layout, so that its modifiers receive appearances.
protocol LaidOutView: View {}

extension Text: LaidOutView {}
extension Button: LaidOutView {}
extension TextField: LaidOutView {}
extension VStack: LaidOutView {}
extension List: LaidOutView {}
extension Form: LaidOutView {}
extension Color: LaidOutView {}
extension ProgressView: LaidOutView {}
extension Toggle: LaidOutView {}
extension Stepper: LaidOutView {}
extension Slider: LaidOutView {}

/// https://developer.apple.com/documentation/swiftui/color
public struct Color: PrimitiveView {
  /// https://developer.apple.com/documentation/swiftui/color/clear
  nonisolated public static let clear = Color()
  nonisolated init() {}
  public func show(in node: HostNode) {}
}

extension View {
  /// https://developer.apple.com/documentation/swiftui/view/frame(width:height:alignment:)
  nonisolated public func frame(width: Double? = nil, height: Double? = nil) -> some View {
    ModifiedContent(content: self, modifier: LooksModifier())
  }

  /// https://developer.apple.com/documentation/swiftui/view/opacity(_:)
  nonisolated public func opacity(_ opacity: Double) -> some View {
    ModifiedContent(content: self, modifier: LooksModifier())
  }
}

extension View {
  /// https://developer.apple.com/documentation/swiftui/view/offset(x:y:)
  nonisolated public func offset(x: Double = 0, y: Double = 0) -> some View {
    ModifiedContent(content: self, modifier: LooksModifier())
  }

  /// https://developer.apple.com/documentation/swiftui/view/animation(_:value:)
  nonisolated public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View {
    ModifiedContent(content: self, modifier: LooksModifier())
  }
}

/// https://developer.apple.com/documentation/swiftui/animation
public struct Animation: Hashable, Sendable {
  /// https://developer.apple.com/documentation/swiftui/animation/default
  public static let `default` = Animation()
  private init() {}
}

/// Has no effect in the stand-in, which draws nothing.
private struct LooksModifier: ViewModifier {
  nonisolated init() {}
  func body(content: Content) -> some View { content }
}

/// https://developer.apple.com/documentation/swiftui/progressview
public struct ProgressView: PrimitiveView {
  nonisolated public init() {}
  public func show(in node: HostNode) { node.isProgress = true }
}

/// https://developer.apple.com/documentation/swiftui/anyview
public struct AnyView: PrimitiveView {
  private let showErased: @MainActor (HostNode) -> Void

  nonisolated public init<Content: View>(_ view: Content) {
    let view = Handed(value: view)
    showErased = { $0.child(0, view.value) }
  }

  public func show(in node: HostNode) { showErased(node) }
}

/// https://developer.apple.com/documentation/swiftui/tupleview
nonisolated public struct TupleView<T>: PrimitiveView {
  public var value: T
  private let showAll: @MainActor (HostNode) -> Void

  init<each Content: View>(_ value: (repeat each Content)) where T == (repeat each Content) {
    self.value = value
    let contents = Handed(value: value)
    showAll = { node in
      var index = 0
      for content in repeat each contents.value {
        node.child(index, content)
        index += 1
      }
    }
  }

  @MainActor public func show(in node: HostNode) { showAll(node) }
}

nonisolated public struct _ConditionalContent<First: View, Second: View>: PrimitiveView {
  enum Content {
    case first(First)
    case second(Second)
  }

  let content: Content

  @MainActor public func show(in node: HostNode) {
    switch content {
    case .first(let view): node.child(0, view)
    case .second(let view): node.child(1, view)
    }
  }
}

extension Optional: View where Wrapped: View {
  public var body: Never { fatalError("a view without a body was asked for it") }
}

extension Optional: PrimitiveView where Wrapped: View {
  public func show(in node: HostNode) {
    if let self { node.child(0, self) }
  }
}

/// https://developer.apple.com/documentation/swiftui/text
public struct Text: PrimitiveView {
  let text: String
  nonisolated public init<S: StringProtocol>(_ content: S) { text = String(content) }
  public func show(in node: HostNode) { node.text = text }
}

/// https://developer.apple.com/documentation/swiftui/button
nonisolated public struct Button<Label: View>: PrimitiveView {
  let action: @MainActor () -> Void
  let label: Label

  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.action = action
    self.label = label()
  }

  @MainActor public func show(in node: HostNode) {
    node.action = action
    node.child(0, label)
  }
}

extension Button where Label == Text {
  nonisolated public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(title) }
  }
}

/// https://developer.apple.com/documentation/swiftui/textfield
nonisolated public struct TextField<Label: View>: PrimitiveView {
  let label: Label
  let text: Binding<String>
  var onCommit: () -> Void = {}

  @MainActor public func show(in node: HostNode) {
    node.field = text
    node.commit = onCommit
    node.child(0, label)
  }
}

extension TextField where Label == Text {
  nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
    label = Text(title)
    self.text = text
  }

  /// https://developer.apple.com/documentation/swiftui/textfield/init(_:text:oncommit:)
  nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>, onCommit: @escaping () -> Void) {
    self.init(title, text: text)
    self.onCommit = onCommit
  }
}

/// https://developer.apple.com/documentation/swiftui/vstack
nonisolated public struct VStack<Content: View>: PrimitiveView {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  @MainActor public func show(in node: HostNode) { node.child(0, content) }
}

/// https://developer.apple.com/documentation/swiftui/list
nonisolated public struct List<Content: View>: PrimitiveView {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  @MainActor public func show(in node: HostNode) { node.child(0, content) }
}

/// https://developer.apple.com/documentation/swiftui/form
nonisolated public struct Form<Content: View>: PrimitiveView {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  @MainActor public func show(in node: HostNode) { node.child(0, content) }
}

/// https://developer.apple.com/documentation/swiftui/foreach
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  public var data: Data
  public var content: (Data.Element) -> Content
  let id: (Data.Element) -> ID
}

extension ForEach: View where Content: View {
  public var body: Never { fatalError("a view without a body was asked for it") }
}

extension ForEach: PrimitiveView where Content: View {
  nonisolated public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.content = content
    self.id = { $0[keyPath: id] }
  }

  public func show(in node: HostNode) {
    for element in data { node.child(id(element), content(element)) }
  }
}

extension ForEach where Content: View, Data.Element: Identifiable, ID == Data.Element.ID {
  nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.data = data
    self.content = content
    id = { $0.id }
  }
}
