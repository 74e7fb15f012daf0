internal import PureduxRecording

/// The part of a session that can be replayed in the stores of this program.
struct SessionPlan {
  /// A session step whose action has been decoded as a type of this program.
  struct Step {
    let number: UInt64
    let target: any SessionTarget
    let action: any Sendable
    let isLevel: Bool
    /// Whether the action is a state that replaces the store's own state.
    let isReplacement: Bool
  }

  private struct TargetKey: Hashable {
    let store: UInt64
    let action: String
  }

  private let session: RecordedSession
  private let root: any SessionTarget
  /// Returns the replay target of a recorded store. The closure is released once all steps have been decoded.
  private var child: ((RecordedStore) -> (any SessionTarget)?)?
  private var targets: [TargetKey: (any SessionTarget)?] = [:]
  private var cellsOfStore: [UInt64: [any ReplayableCell]] = [:]
  private(set) var steps: [Step] = []
  /// The cells of the session, keyed by number.
  private(set) var cells: [Int: any ReplayableCell] = [:]
  /// The initial states of the cells, and the states that later replaced them.
  private(set) var states: [(after: UInt64, state: any ReplayedCell)] = []
  private(set) var fit = SessionFit.fully
  private var obstacles: [String] = []

  init(
    _ session: RecordedSession, _ root: any SessionTarget, child: @escaping (RecordedStore) -> (any SessionTarget)?
  ) {
    self.session = session
    self.root = root
    self.child = child
    var end = decodeSteps()
    self.child = nil
    if let last = enterStates() { end = min(end ?? .max, last) }
    guard let end else { return }
    steps.removeAll { $0.number > end }
    fit = steps.isEmpty ? .impossible(because: obstacles) : .partly(upTo: Int(end), because: obstacles)
  }

  /// Decodes the steps up to the first step that cannot be reduced. Returns the number of the preceding step, or nil if
  /// all steps can be reduced.
  private mutating func decodeSteps() -> UInt64? {
    for step in session.steps where step.isReduced {
      if step.isJump {
        if session.states.contains(where: { $0.after == step.number }) { continue }
        obstacles.append("the program continued from past states, which are not in the file")
        return step.number - 1
      }
      guard let decoded = decode(step) else { return step.number - 1 }
      steps.append(decoded)
    }
    return nil
  }

  private mutating func decode(_ step: SessionStep) -> Step? {
    let isReplacement = step.kind == .replacement
    guard let target = target(step) else {
      obstacles.append(
        isReplacement
          ? "the state of \(title(of: step.store)) was replaced, and `child:` returned no store of this tree for it"
          : "\(title(of: step.store)) accepts actions of type \(step.action.type), and `child:` returned no such store of "
            + "this tree")
      return nil
    }
    let action = isReplacement ? target.ownCell.flatMap { Self.state(step.action, of: $0) } : target.action(step.action)
    guard let action else {
      let what = step.action.slice == nil ? "is text, because its type is not `Codable`" : "can no longer be read"
      obstacles.append("event \(step.number), `\(step.action.text)` of type \(step.action.type), \(what)")
      return nil
    }
    let isLevel = step.kind == .level
    let cells = isReplacement ? target.ownCell.map { [$0] } ?? [] : target.cells(for: action, isLevel: isLevel)
    if cells.count > cellsOfStore[step.store]?.count ?? 0 { cellsOfStore[step.store] = cells }
    return Step(
      number: step.number, target: target, action: action, isLevel: isLevel, isReplacement: isReplacement)
  }

  private func title(of store: UInt64) -> String {
    session.stores.first { $0.id == store }.map { "\($0)" } ?? "store \(store)"
  }

  private mutating func target(_ step: SessionStep) -> (any SessionTarget)? {
    let isReplacement = step.kind == .replacement
    let key = TargetKey(store: step.store, action: isReplacement ? "" : step.action.type)
    if let known = targets[key] { return known }
    let store = session.stores.first { $0.id == step.store }
    let found = find(step.store, store, isReplacement ? nil : key.action)
    targets[key] = .some(found)
    return found
  }

  private func find(_ id: UInt64, _ store: RecordedStore?, _ action: String?) -> (any SessionTarget)? {
    let isSame = root.store == id && root.name == store?.name || root.name != nil && root.name == store?.name
    if isSame, action == nil || root.actionType == action { return root }
    if let known = targets.first(where: { $0.key.store == id && action == nil })?.value { return known }
    var asked = store ?? RecordedStore(id: id)
    if let action { asked.actionTypes = [action] }
    guard let found = child?(asked), found.tree === root.tree, action == nil || found.actionType == action else {
      return nil
    }
    return found
  }

  /// Decodes the states up to the first state that cannot be set. Returns the number of the step before that state, or
  /// nil if all states can be set.
  private mutating func enterStates() -> UInt64? {
    var entered: Set<Int> = []
    for state in session.states {
      guard let known = cellsOfStore[state.store], known.indices.contains(state.level) else {
        // Skip the state, because no decoded step uses it.
        continue
      }
      let cell = known[state.level]
      cells[state.cell] = cell
      if let value = Self.state(state.value, of: cell), let replayed = cell.replayed(value) {
        states.append((entered.insert(state.cell).inserted ? 0 : state.after, replayed))
      } else if state.value.slice == nil,
        ValueText.describe(root.tree.entered(cell).anyValue, limit: WrittenValue.longestText) == state.value.words
      {
        // The store's initial state already equals the recorded state.
        continue
      } else {
        let what =
          state.value.slice == nil
          ? "is not `Codable`, and differs from the store's initial state here" : "can no longer be read"
        obstacles.append("the state of \(title(of: state.store)) of type \(state.value.type) \(what)")
        return state.after
      }
    }
    return nil
  }

  static func state(_ value: SessionValue, of cell: any ReplayableCell) -> (any Sendable)? {
    func decoded<State>(_ type: State.Type) -> (any Sendable)? {
      value.decoded(as: State.self).map { Recording.sendable($0) }
    }
    return decoded(cell.stateType)
  }
}
