internal import Foundation

/// A node in the tree of views that a host displays, with the data stored for it.
@MainActor
public final class HostNode {
  private let type: ObjectIdentifier
  private unowned let host: ViewHost
  var environment: EnvironmentValues

  private var children: [AnyHashable: HostNode] = [:]
  private var order: [AnyHashable] = []
  private var locations: [String: AnyObject] = [:]

  /// Whether the view participates in the layout. An `EmptyView` does not, and therefore never appears.
  private var takesPart = false

  var text: String?
  var isProgress = false
  var action: (@MainActor () -> Void)?
  var field: Binding<String>?
  var commit: (() -> Void)?
  var slider: Slider?
  var isFocused: (() -> Bool)?
  var focus: (() -> Void)?
  var refresh: (@Sendable () async -> Void)?
  /// Deletes or moves rows of the list here.
  var delete: ((IndexSet) -> Void)?
  var move: ((IndexSet, Int) -> Void)?
  /// Ends the presentation of this node, like a user.
  var dismiss: (@MainActor () -> Void)?
  var dismissAfterButtons = false
  /// Pops the top screen of the stack here.
  var goBack: (@MainActor () -> Void)?
  /// The destination for a value on the path of this node's stack.
  var destination: (@MainActor (Any) -> AnyView?)?
  var appear: (() -> Void)?
  var disappear: (() -> Void)?
  var task: (@Sendable () async -> Void)?
  var taskID: any Equatable = true
  private var runningTask: Task<Void, Never>?
  private var runningID: any Equatable = true
  private var hasAppeared = false

  init(_ type: Any.Type, host: ViewHost, environment: EnvironmentValues) {
    self.type = ObjectIdentifier(type)
    self.host = host
    self.environment = environment
  }

  /// Shows a view here, and releases nodes that are no longer displayed.
  func show<Content: View>(_ view: Content) {
    let before = order
    order = []
    link(view)
    takesPart = view is any LaidOutView
    if let primitive = view as? any PrimitiveView { primitive.show(in: self) } else { child(0, view.body) }
    for id in before where !order.contains(id) { children.removeValue(forKey: id)?.leave() }
  }

  /// Shows a part of this view. A part with the same id and type keeps its state.
  public func child<Content: View>(_ id: some Hashable, _ view: Content) {
    let id = AnyHashable(id)
    order.append(id)
    let node: HostNode
    if let present = children[id], present.type == ObjectIdentifier(Content.self) {
      node = present
    } else {
      children[id]?.leave()
      node = HostNode(Content.self, host: host, environment: environment)
      children[id] = node
    }
    node.environment = environment
    node.show(view)
  }

  /// Connects the dynamic properties of a view or a modifier.
  func link(_ value: Any, prefix: String = "") {
    for (index, child) in Mirror(reflecting: value).children.enumerated() {
      let name = prefix + (child.label ?? "\(index)")
      if let property = child.value as? any LinkedProperty {
        property.link(to: self, as: name)
      } else if child.value is any DynamicProperty {
        link(child.value, prefix: name + ".")
      }
    }
  }

  func location<Value>(_ name: String, _ initial: Value) -> StateLocation<Value> {
    if let present = locations[name] as? StateLocation<Value> { return present }
    let location = StateLocation(initial, host: host)
    locations[name] = location
    return location
  }

  /// Delivers the appearances of this pass, children before parents.
  func deliverAppearances() {
    for id in order { children[id]?.deliverAppearances() }
    guard all.contains(where: \.takesPart) else { return vanish() }
    if !hasAppeared {
      hasAppeared = true
      appear?()
      start()
    } else if !isSame(taskID, runningID) {
      start()
    }
  }

  /// Starts the task of this node, and replaces a task that ran for another id.
  private func start() {
    runningTask?.cancel()
    runningID = taskID
    runningTask = task.map { task in Task { await task() } }
  }

  private func isSame<ID: Equatable>(_ one: ID, _ other: any Equatable) -> Bool { one == other as? ID }

  func leave() {
    for id in order { children[id]?.leave() }
    vanish()
  }

  private func vanish() {
    if hasAppeared { disappear?() }
    hasAppeared = false
    runningTask?.cancel()
    runningTask = nil
  }

  /// The contents, a line each. The screen at the top of a stack replaces the others after the line "pushed"; the
  /// contents of a presentation follow the line "sheet".
  var outline: [String] {
    let texts = all.compactMap(\.text).joined(separator: " ")
    if let field { return ["field \(texts): \(field.wrappedValue)"] }
    if action != nil { return ["button \(texts)"] }
    if isProgress { return ["progress"] }
    if let text { return ["text \(text)"] }
    if goBack != nil, let top = order.last.flatMap({ children[$0] }) { return ["pushed"] + top.outline }
    return order.flatMap { id -> [String] in
      let isPresented = (id.base as? [AnyHashable])?.first == AnyHashable("presented")
      return (isPresented ? ["sheet"] : []) + (children[id]?.outline ?? [])
    }
  }

  /// This node and all its descendants, in order.
  var all: [HostNode] { [self] + order.compactMap { children[$0] }.flatMap(\.all) }
}
