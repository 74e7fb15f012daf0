extension InspectorInterface {
  /// Answers at once; the status tells when a command has taken effect.
  func command(_ name: Substring, _ parameters: RequestParameters) throws(RequestRefusal) -> JSON {
    guard ["pause", "jump", "step", "skip", "unskip", "resume", "send"].contains(name) else {
      throw RequestRefusal(.methodNotAllowed, "use GET")
    }
    guard let control else {
      throw RequestRefusal(.forbidden, "the program is only shown: serve it with control to change anything")
    }
    if name == "send" {
      try send(parameters, to: control)
    } else {
      control.perform(try travelCommand(name, parameters))
    }
    return status
  }

  private func travelCommand(
    _ name: Substring, _ parameters: RequestParameters
  ) throws(RequestRefusal) -> TravelCommand {
    switch name {
    case "pause": return .pause
    case "jump": return .jump(to: try event(numbered: parameters.requiredNumber("event")).number)
    case "step":
      let count = try parameters.number("count") ?? 1
      guard (-1_000_000...1_000_000).contains(count) else { throw RequestRefusal(.badRequest, "count is too large") }
      return .step(count)
    case "skip": return .skip(try event(numbered: parameters.requiredNumber("event")).number)
    case "unskip": return .unskip(try parameters.requiredNumber("event"))
    default:
      switch parameters.query["from"] {
      case "here": return .resumeHere
      case "present", nil: return .resumeAtPresent
      default: throw RequestRefusal(.badRequest, "resume from here or from present")
      }
    }
  }

  private func send(_ parameters: RequestParameters, to control: any ControlledProgram) throws(RequestRefusal) {
    let event = try parameters.number("event")
    let store = event == nil ? try parameters.requiredStore() : nil
    do {
      if let event { try control.dispatchAgain(event) }
      if let store { try control.dispatch(json: parameters.body, toStore: store) }
    } catch {
      throw RequestRefusal(.conflict, error.sentence)
    }
  }
}
