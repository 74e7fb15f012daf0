internal import Observation
public import UIKit

/// Displays a view in a test: evaluates it, stores its states, delivers appearances, and runs `body` again after a
/// change.
@MainActor
public final class ViewHost {
  private var root: HostNode?
  private let show: (HostNode) -> Void
  private let makeRoot: (ViewHost) -> HostNode
  private var isScheduled = false
  /// The number of evaluations of the view.
  public private(set) var passes = 0
  private var waiting: [AsyncStream<Void>.Continuation] = []

  public init<Content: View>(_ view: Content) {
    show = { $0.show(view) }
    makeRoot = { HostNode(Content.self, host: $0, environment: EnvironmentValues()) }
  }

  /// Puts the view on the screen; after `disappear`, with its previous states.
  public func appear() { update() }

  /// Takes the view off the screen, and keeps its states, like an inactive tab.
  public func disappear() { root?.leave() }

  /// Removes the view, with all of its data.
  public func remove() {
    root?.leave()
    root = nil
  }

  /// All places on the screen, in order.
  var nodes: [HostNode] { root?.all ?? [] }

  /// The texts on the screen, in order.
  public var texts: [String] { root?.all.compactMap(\.text) ?? [] }

  /// The contents of the screen, a line each: "text Title", "button Save", "field Name: Lamp", "progress".
  public var outline: [String] { root?.outline ?? [] }

  /// Taps the button with this title. Returns false if there is none.
  @discardableResult
  public func tap(_ title: String) -> Bool {
    let button = root?.all.first { $0.action != nil && $0.all.contains { $0.text == title } }
    let dialog = root?.all.last { node in node.dismissAfterButtons && node.all.contains { $0 === button } }
    button?.action?()
    dialog?.dismiss?()
    return button != nil
  }

  /// Dismisses the topmost presentation. Returns false if there is none.
  @discardableResult
  public func dismiss() -> Bool {
    let top = root?.all.last { $0.dismiss != nil }
    top?.dismiss?()
    return top != nil
  }

  /// Navigates back in the innermost stack in which that is possible. Returns false if there is none.
  @discardableResult
  public func goBack() -> Bool {
    let stack = root?.all.last { $0.goBack != nil }
    stack?.goBack?()
    return stack != nil
  }

  /// Types into the field with this title. Returns false if there is none.
  @discardableResult
  public func type(_ text: String, into title: String) -> Bool {
    let field = field(title)
    field?.field?.wrappedValue = text
    return field != nil
  }

  /// Presses Return in the field with this title. Returns false if there is none.
  @discardableResult
  public func commit(_ title: String) -> Bool {
    let field = field(title)
    field?.commit?()
    return field != nil
  }

  /// Moves the focus to the control with this title. Returns false if there is none.
  @discardableResult
  public func focus(_ title: String) -> Bool {
    let control = focusable(title)
    control?.focus?()
    return control != nil
  }

  /// Whether the control with this title has the focus.
  public func isFocused(_ title: String) -> Bool { focusable(title)?.isFocused?() ?? false }

  private func focusable(_ title: String) -> HostNode? {
    root?.all.first { $0.focus != nil && $0.all.contains { $0.text == title } }
  }

  /// Drags the slider over these values, and releases it. Returns false if there is none.
  @discardableResult
  public func drag(_ values: [Double]) -> Bool {
    guard let slider = root?.all.lazy.compactMap(\.slider).first else { return false }
    slider.onEditingChanged(true)
    for value in values { slider.set(value) }
    slider.onEditingChanged(false)
    return true
  }

  /// Pulls the first view that can be refreshed, and returns when its action has ended. Returns false if there is none.
  @discardableResult
  public func pull() async -> Bool {
    let action = root?.all.lazy.compactMap(\.refresh).first
    await action?()
    return action != nil
  }

  /// The contents of the field with this title.
  public func text(in title: String) -> String? { field(title)?.field?.wrappedValue }

  private func field(_ title: String) -> HostNode? {
    root?.all.first { $0.field != nil && $0.all.contains { $0.text == title } }
  }

  /// Returns when the screen is as described, which is checked after each evaluation, or when the test's time is up. A
  /// view that changes its own state at each evaluation ends the process.
  public func until(_ isReached: () -> Bool, file: StaticString = #fileID, line: UInt = #line) async {
    let last = passes + 1000
    while !isReached(), !Task.isCancelled {
      precondition(passes < last, "evaluated without end, shows \(texts)", file: file, line: line)
      let (evaluated, evaluation) = AsyncStream.makeStream(of: Void.self)
      waiting.append(evaluation)
      for await _ in evaluated {}
    }
  }

  func setNeedsUpdate() {
    guard !isScheduled, root != nil else { return }
    isScheduled = true
    Task { @MainActor in
      isScheduled = false
      if root != nil { update() }
    }
  }

  private func update() {
    let root = root ?? makeRoot(self)
    self.root = root
    passes += 1
    withObservationTracking {
      show(root)
    } onChange: { [weak self] in
      Task { @MainActor in self?.setNeedsUpdate() }
    }
    root.deliverAppearances()
    let waiting = waiting
    self.waiting = []
    for evaluation in waiting { evaluation.finish() }
  }
}

/// https://developer.apple.com/documentation/swiftui/uihostingcontroller
@MainActor
open class UIHostingController<Content: View>: UIViewController {
  public let host: ViewHost

  public init(rootView: Content) {
    host = ViewHost(rootView)
    super.init()
  }

  override open func viewDidLoad() { host.appear() }
}
