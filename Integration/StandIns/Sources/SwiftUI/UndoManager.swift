/// https://developer.apple.com/documentation/foundation/undomanager
///
/// Foundation has this class only on Apple platforms.
@MainActor
open class UndoManager {
  private struct Action {
    let target: AnyObject
    let run: @MainActor () -> Void
  }

  private struct Group {
    var actions: [Action] = []
    var name = ""
  }

  private var undoing: [Group] = []
  private var redoing: [Group] = []
  /// The open group, and its nesting depth.
  private var open: (group: Group, depth: Int)?

  /// Whether all actions that are registered in one event are undone together.
  public var groupsByEvent = true
  public private(set) var isUndoing = false
  public private(set) var isRedoing = false

  public init() {}

  public var canUndo: Bool { !undoing.isEmpty || open?.group.actions.isEmpty == false }
  public var canRedo: Bool { !redoing.isEmpty }
  public var undoActionName: String { open?.group.name ?? undoing.last?.name ?? "" }
  public var redoActionName: String { redoing.last?.name ?? "" }
  /// The number of groups to undo. Apple's class has this since macOS 14.4 and iOS 17.4.
  public var undoCount: Int { undoing.count }
  public var redoCount: Int { redoing.count }

  public func beginUndoGrouping() { open = (open?.group ?? Group(), (open?.depth ?? 0) + 1) }

  public func endUndoGrouping() {
    guard let (group, depth) = open else { return }
    open = depth > 1 ? (group, depth - 1) : nil
    guard depth == 1, !group.actions.isEmpty else { return }
    if isUndoing { redoing.append(group) } else { undoing.append(group) }
  }

  public func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping @Sendable (_ target: Target) -> Void
  ) {
    precondition(open != nil || groupsByEvent, "there is no group to register an action in")
    if open == nil { beginUndoGrouping() }
    if !isUndoing, !isRedoing { redoing = [] }
    open?.group.actions.append(Action(target: target) { handler(target) })
  }

  public func setActionName(_ name: String) {
    if open == nil { undoing[undoing.count - 1].name = name } else { open?.group.name = name }
  }

  public func removeAllActions(withTarget target: Any) {
    func rest(_ groups: [Group]) -> [Group] {
      groups.compactMap { group in
        var group = group
        group.actions.removeAll { $0.target === target as AnyObject }
        return group.actions.isEmpty ? nil : group
      }
    }
    (undoing, redoing) = (rest(undoing), rest(redoing))
  }

  /// Closes the group of the event, as happens at the end of the event.
  public func undo() {
    while open != nil { endUndoGrouping() }
    guard let group = undoing.popLast() else { return }
    isUndoing = true
    run(group)
    isUndoing = false
  }

  public func redo() {
    guard let group = redoing.popLast() else { return }
    isRedoing = true
    run(group)
    isRedoing = false
  }

  private func run(_ group: Group) {
    beginUndoGrouping()
    for action in group.actions.reversed() { action.run() }
    open?.group.name = group.name
    endUndoGrouping()
  }
}

private enum UndoManagerKey: EnvironmentKey {
  static let defaultValue: UndoManager? = nil
}

extension EnvironmentValues {
  /// https://developer.apple.com/documentation/swiftui/environmentvalues/undomanager
  ///
  /// A test sets it here; SwiftUI's is the window's.
  public var undoManager: UndoManager? {
    get { self[UndoManagerKey.self] }
    set { self[UndoManagerKey.self] = newValue }
  }
}
