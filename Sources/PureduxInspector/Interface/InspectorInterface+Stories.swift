internal import PureduxRecording

extension InspectorInterface {
  /// `/api/story`: a test of what happened to a store between two events.
  func story(_ parameters: RequestParameters) throws(RequestRefusal) -> JSON {
    let store = try storyStore(parameters)
    let first = max(program.firstEvent, try parameters.number("from") ?? program.firstEvent)
    let last = min(program.lastEvent, try parameters.number("to") ?? program.lastEvent)
    guard first <= last else { throw RequestRefusal(.notFound, "there are no events from \(first) to \(last)") }
    let making = parameters.query["making"] ?? "makeStore()"
    guard making.utf8.count <= 200, !making.contains(where: \.isNewline) else {
      throw RequestRefusal(.badRequest, "making has to be one short expression")
    }
    var story = ProgramStory(of: store, in: program, first...last, making: making)
    guard !story.actions.isEmpty else {
      throw RequestRefusal(.notFound, "nothing was dispatched to this store from event \(first) to \(last)")
    }
    guard story.actions.count <= ProgramStory.mostActions else {
      throw RequestRefusal(
        .badRequest,
        "a story has at most \(ProgramStory.mostActions) actions, and this one has \(story.actions.count): choose fewer events"
      )
    }
    let source = try computed { () throws(StateRefusal) in try story.write() }
    return [
      "store": .int(Int(store.id)), "from": .int(first), "to": .int(last), "actions": .int(story.actions.count),
      "partial": .bool(story.isPartial), "source": .string(source),
    ]
  }

  /// The store that is asked for; the first one otherwise, which is the root.
  private func storyStore(_ parameters: RequestParameters) throws(RequestRefusal) -> RecordedStore {
    let stores = program.stores
    let id = parameters.query["store"] == nil ? stores.first?.id : try parameters.requiredStore()
    guard let id, let store = stores.first(where: { $0.id == id }) else {
      throw RequestRefusal(.notFound, "there is no such store")
    }
    return store
  }
}
