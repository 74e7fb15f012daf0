/// One action of a chain, and what follows where its work fails.
struct ChainStep<Action: Sendable>: Sendable {
  let action: Action
  /// The index of the step that follows an error; nil where an error ends the chain.
  var afterError: Int?
}

extension ComposedAction {
  /// The steps of this chain for a store that takes this type; other actions are reported and left out.
  func steps<Action>(as type: Action.Type, _ context: StoreContext) -> [ChainStep<Action>] {
    var steps: [ChainStep<Action>] = []
    addSteps(to: &steps, isPart: false, context)
    return steps
  }

  private func addSteps<Action>(to steps: inout [ChainStep<Action>], isPart: Bool, _ context: StoreContext) {
    var own: [Int] = []
    for part in actions {
      if let chain = part as? ComposedAction {
        chain.addSteps(to: &steps, isPart: true, context)
      } else if let action = part as? Action {
        own.append(steps.count)
        steps.append(ChainStep(action: action, afterError: continuesAfterErrors ? steps.count + 1 : nil))
      } else {
        context.report(
          .wrongActionType(action: "\(part)", type: "\(Swift.type(of: part))", expected: "\(Action.self)"))
      }
    }
    // An error in a chain that is part of another ends only the part.
    if isPart, !continuesAfterErrors { for index in own { steps[index].afterError = steps.count } }
  }
}
