import Foundation
import PureduxCore
import PureduxEffects
import PureduxTesting
import Testing

@testable import PureduxInspector

/// Stories of a running program.
@Suite struct `A story of a running program` {
  private let runner = ManualRunner()

  private func recordedPantry() -> (store: StateStore<Pantry, PantryAction>, recording: Recording) {
    let store = StoreContext.with {
      $0.runner = runner
    } operation: {
      makePantry()
    }
    let recording = store.record()
    runner.runUntilIdle()
    return (store, recording)
  }

  private func source(_ recording: Recording, _ query: [String: String]) throws -> String {
    struct Answer: Decodable { var source: String }
    let interface = InspectorInterface(
      RecordedProgram(recording: recording, name: "pantry"), allowsControl: false, page: .json(""))
    let answer = interface.response(to: HTTPRequest(method: "GET", path: "/api/story", query: query))
    return try JSONDecoder().decode(Answer.self, from: Data(answer.body)).source
  }

  /// The time before a received action differs between runs.
  private func timeless(_ source: String) -> String {
    source.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.contains("store.advance(by:") }
      .joined(separator: "\n").replacing("pantry behaves", with: "a part of the pantry behaves")
  }

  /// With PUREDUX_WRITE_STORY=1 in the environment, the source is rewritten.
  @Test func `equals the source of the test next to this one`() throws {
    let (store, recording) = recordedPantry()
    let actions: [PantryAction] = [
      .annotate("milk"), .put(Pantry.Item(name: "jam", count: 2)), .price("jam", in: 2.5),
      .sort(.byCount(descending: true)),
    ]
    for action in actions {
      store.dispatch(action)
      runner.runUntilIdle()
    }
    let source = timeless(try source(recording, ["from": "2", "making": "makePantry()"]))
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("ServedStory.swift")
    if ProcessInfo.processInfo.environment["PUREDUX_WRITE_STORY"] == "1" {
      try source.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(source == (try String(contentsOf: file, encoding: .utf8)))
  }

  /// The steps of a story, without identities and times, which differ between runs.
  private func steps(_ source: String) -> [String] {
    source.split(separator: "\n").map(String.init).filter { $0.contains("store.send") || $0.contains("store.receive") }
  }

  /// With PUREDUX_WRITE_STORY=1 in the environment, the source is rewritten; here it is a test, and passes.
  @Test func `gives reducers the recorded identities and times`() async throws {
    let store = makeWorkshop("served workshop")
    let recording = store.record()
    let states = Recorder<Workshop>()
    let subscription = store.subscribe { states.record($0) }
    for (action, count) in [(WorkshopAction.begin, 3), (.search, 5), (.fill(2), 6), (.begin, 8)] {
      await store.send(action)
      _ = await states.values(count: count)
    }
    subscription.cancel()
    let source = try source(recording, ["making": "makeWorkshop(\"served workshop\")"])
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("ServedStoryDrawn.swift")
    if ProcessInfo.processInfo.environment["PUREDUX_WRITE_STORY"] == "1" {
      try ("// swift-format-ignore-file\n" + source).write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(source.components(separatedBy: "store.context.provideInputs([.identity(").count - 1 == 2)
    #expect(source.contains("store.begin(with: decoded("))
    #expect(steps(source) == steps(try String(contentsOf: file, encoding: .utf8)))
  }

  @Test func `states that it omits the actions of other stores`() throws {
    let (store, recording) = recordedPantry()
    let child = store.with(0, named: "count") { (count: inout Int, _: PantryAction) in count += 1 }
    store.dispatch(.sort(.byName))
    child.dispatch(.count)
    runner.runUntilIdle()
    let root = try source(recording, [:])
    #expect(root.contains("// Actions of other stores of the tree are omitted"))
    #expect(root.contains("store.exhaustivity = .partial"))
    #expect(root.contains("store.send(.sort(.byName))"))
    #expect(!root.contains(".count"))
    let below = try source(recording, ["store": "\(child.id.number)", "from": "\(recording.lastEvent)"])
    #expect(below.contains("// The resulting states are omitted"))
    #expect(below.contains("store.send(.count)\n"))
  }

  @Test func `states that it omits the resulting states after a state was replaced`() throws {
    let (store, recording) = recordedPantry()
    store.dispatch(.annotate("milk"))
    store.dispatch(.sort(.byName))
    runner.runUntilIdle()
    recording.jump(to: 0)
    recording.resume(.here)
    runner.runUntilIdle()
    store.dispatch(.annotate("tea"))
    runner.runUntilIdle()
    let story = try source(recording, [:])
    #expect(story.contains("// The state was replaced in the meantime"))
    #expect(story.contains("store.exhaustivity = .partial"))
    #expect(story.contains("store.send(.annotate(\"tea\"))\n"))
    let before = try source(recording, ["to": "1"])
    #expect(!before.contains("partial"))
  }
}
