/// Responds in JSON to requests from the page and from scripts.
///
/// The article "The inspector's JSON interface" documents each path with a `curl` command.
final class InspectorInterface: ServedContent {
  let program: any InspectedProgram
  /// The program, if requests may control it; nil if the interface is read-only.
  let control: (any ControlledProgram)?
  private let pageResponse: HTTPResponse
  /// An identifier that is unique to each run of the program, so that a page can detect a restart.
  private let run = String(AccessKey().text.prefix(8))

  init(_ program: any InspectedProgram, allowsControl: Bool, page: HTTPResponse) {
    self.program = program
    control = allowsControl ? program as? any ControlledProgram : nil
    pageResponse = page
  }

  func page() -> HTTPResponse { pageResponse }

  func tick() -> String { status.text }

  func response(to request: HTTPRequest) -> HTTPResponse {
    do {
      let parameters = RequestParameters(request)
      let name = request.path.dropFirst("/api/".count)
      if name == "report", request.method == "GET" {
        let session = try computed { () throws(StateRefusal) in try SessionReport.json(of: self) }
        return HTTPResponse(contentType: "text/html; charset=utf-8", body: PageDocument.report(session: session))
      }
      let answer = request.method == "POST" ? try command(name, parameters) : try question(name, parameters)
      return HTTPResponse(body: answer.bytes + [UInt8(ascii: "\n")])
    } catch {
      return error.response
    }
  }

  private func question(_ name: Substring, _ parameters: RequestParameters) throws(RequestRefusal) -> JSON {
    switch name {
    case "status": return status
    case "events": return try events(parameters)
    case "event": return try event(parameters)
    case "causes": return try linked(parameters, program.causes)
    case "effects": return try linked(parameters, program.effects)
    case "state": return try state(parameters)
    case "search": return try search(parameters)
    case "history": return try history(parameters)
    case "first": return try first(parameters)
    case "slow": return try slow(parameters)
    case "difference": return try difference(parameters)
    case "stores": return stores
    case "known": return known
    case "work": return try work(parameters)
    case "story": return try story(parameters)
    case "pause", "jump", "step", "skip", "unskip", "resume", "send":
      throw RequestRefusal(.methodNotAllowed, "use POST")
    default: throw RequestRefusal(.notFound, "there is no such path")
    }
  }

  /// Runs a computation, and refuses the request if states cannot currently be computed.
  func computed<Answer>(_ compute: () throws(StateRefusal) -> Answer) throws(RequestRefusal) -> Answer {
    do { return try compute() } catch { throw RequestRefusal(.serviceUnavailable, error.sentence) }
  }

  var travel: TravelState { (program as? any ControlledProgram)?.travel ?? TravelState() }

  var status: JSON {
    let travel = travel
    return [
      "program": .string(program.name), "run": .string(run), "first": .int(program.firstEvent),
      "last": .int(program.lastEvent),
      "file": .bool(program.isFile), "control": .bool(control != nil), "paused": .bool(travel.isPaused),
      "position": .optional(travel.position),
      "skipped": .array(travel.skipped.sorted().prefix(1000).map(JSON.int)),
    ]
  }
}

extension InspectorInterface {
  /// Starts a command and responds immediately. The reported status changes when the command has taken effect.
  func command(_ name: Substring, _ parameters: RequestParameters) throws(RequestRefusal) -> JSON {
    guard ["pause", "jump", "step", "skip", "unskip", "resume", "send"].contains(name) else {
      throw RequestRefusal(.methodNotAllowed, "use GET")
    }
    guard let control else {
      throw RequestRefusal(.forbidden, "the program is read-only: serve it with control to change it")
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
