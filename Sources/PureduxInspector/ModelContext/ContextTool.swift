internal import PureduxRecording

/// A tool of the Model Context Protocol server: its name, purpose and parameters.
///
/// Together, the descriptions of all tools add fewer than 1,500 tokens to each conversation.
enum ContextTool: String, CaseIterable {
  case program, events, event, state, find, slow, story, travel

  struct Parameter {
    enum Kind: String {
      case number = "integer"
      case text = "string"
      case flag = "boolean"
      /// A store's number or name.
      case store
      /// Any JSON value.
      case any
    }

    let name: String
    let kind: Kind
    var about = ""
    var isRequired = false
    var choices: [String] = []
  }

  var about: String {
    switch self {
    case .program: "Start here: program, range of events, stores (tree), whether travel is possible."
    case .events: "Events, a line each: #number +time store: kind and text, duration, cause. Filters are joined by and."
    case .event: "One event: full text, chain of causes, caused events, changes."
    case .state:
      "The state of a store after an event, one level at a path, or names and values that contain a text; or changes since an event."
    case .find: "The first event after which a value satisfies a condition; with changes, all that change it."
    case .slow: "The slowest events or runs of work."
    case .story: "Swift source of a test that repeats the events of a store."
    case .travel: "Changes the running program: shows its past, or sends it an action."
    }
  }

  var parameters: [Parameter] {
    let store = Parameter(name: "store", kind: .store, about: "number, or name of one or more; by default the root")
    let part = Parameter(name: "part", kind: .number, about: "of a long result")
    switch self {
    case .program: return [part]
    case .events:
      return [
        Parameter(name: "text", kind: .text), Parameter(name: "store", kind: .store),
        Parameter(
          name: "kind", kind: .text,
          about: RecordedEvent.Kind.allCases.filter { $0 != .other }.map(\.rawValue).joined(separator: ",")),
        Parameter(name: "cause", kind: .number, about: "caused directly by this event"),
        Parameter(name: "slower", kind: .number, about: "µs"),
        Parameter(name: "after", kind: .number), Parameter(name: "to", kind: .number),
        Parameter(name: "limit", kind: .number, about: "lines; 100 without it"),
        Parameter(name: "fold", kind: .flag, about: "false: repeated events too"),
        Parameter(name: "last", kind: .flag, about: "the newest instead of the oldest"),
      ]
    case .event: return [Parameter(name: "event", kind: .number, isRequired: true), part]
    case .state:
      return [
        store, Parameter(name: "event", kind: .number, about: "by default the newest"),
        Parameter(name: "path", kind: .text, about: "names between slashes: items/2/title"),
        Parameter(name: "from", kind: .number, about: "first element"),
        Parameter(name: "text", kind: .text, about: "search for it"),
        Parameter(name: "since", kind: .number, about: "changes after this event"), part,
      ]
    case .find:
      return [
        store, Parameter(name: "path", kind: .text),
        Parameter(
          name: "condition", kind: .text,
          about: "== V, != V, < N, <= N, > N, >= N, contains T, changes, missing, present", isRequired: true),
        Parameter(name: "from", kind: .number), Parameter(name: "to", kind: .number),
      ]
    case .slow:
      return [
        Parameter(name: "by", kind: .text, choices: ["handling", "waiting", "work"]),
        Parameter(name: "limit", kind: .number), part,
      ]
    case .story:
      return [
        store, Parameter(name: "from", kind: .number), Parameter(name: "to", kind: .number),
        Parameter(name: "making", kind: .text, about: "Swift that creates the store"), part,
      ]
    case .travel:
      return [
        Parameter(
          name: "command", kind: .text, isRequired: true,
          choices: ["pause", "jump", "step", "skip", "unskip", "resume", "send"]),
        Parameter(name: "event", kind: .number, about: "for jump, skip, unskip; send: its action again"),
        Parameter(name: "count", kind: .number, about: "for step; -1 steps back"),
        Parameter(name: "here", kind: .flag, about: "resume from here, and discard later events"),
        Parameter(name: "store", kind: .store), Parameter(name: "action", kind: .any, about: "for send: JSON"),
      ]
    }
  }

  /// The tool's description, in the JSON form that the protocol requires.
  var schema: JSON {
    let required = parameters.filter(\.isRequired).map { JSON.string($0.name) }
    var input: [JSON.Member] = [
      .init(name: "type", value: "object"),
      .init(name: "properties", value: .object(parameters.map { .init(name: $0.name, value: $0.schema) })),
    ]
    if !required.isEmpty { input.append(.init(name: "required", value: .array(required))) }
    return [
      "name": .string(rawValue), "description": .string(about), "inputSchema": .object(input),
      "annotations": ["readOnlyHint": .bool(self != .travel)],
    ]
  }
}

extension ContextTool.Parameter {
  fileprivate var schema: JSON {
    let type: JSON =
      switch kind {
      case .store: ["integer", "string"]
      case .any: nil
      default: .string(kind.rawValue)
      }
    return .compact([
      "type": type, "description": about.isEmpty ? nil : .string(about),
      "enum": choices.isEmpty ? nil : .array(choices.map(JSON.string)),
    ])
  }

  /// Whether a value matches the schema of the parameter.
  func accepts(_ value: ContextValue) -> Bool {
    switch kind {
    case .number: value.int != nil
    case .text: value.text.map { choices.isEmpty || choices.contains($0) } ?? false
    case .flag: value.bool != nil
    case .store: value.int != nil || value.text != nil
    case .any: true
    }
  }
}
