import Foundation
import PureduxCore
import PureduxTesting
import Testing

@testable import PureduxInspector

/// A tree whose reducers run only on the main thread, inspected on the page's thread.
@Suite struct `The page of a store on the main actor` {
  private let store: StateStore<Int, Int>
  private let recording: Recording
  private let page: InspectorPage
  private let misuse: Recorder<Misuse>

  init() async throws {
    let misuse = Recorder<Misuse>()
    (store, recording) = await MainActor.run {
      StoreContext.with {
        $0.misuseReporter = misuse.reporter
      } operation: {
        let store = StateStore<Int, Int>(mainActor: 0, named: "count") { count, action in count = count * 2 + action }
        let recording = store.record()
        for action in 1...5 { store.dispatch(action) }
        return (store, recording)
      }
    }
    self.misuse = misuse
    // Tests that run concurrently may keep the main thread busy for longer than a page waits.
    let questions = MainThreadQuestions(patience: .never)
    let program = RecordedProgram(recording: recording, name: "test", questions: questions)
    page = try InspectorPage(program, port: 0, key: nil, control: true) { questions.stop() }
  }

  private func ask(_ path: String, method: String = "GET") throws -> String {
    let client = try TestClient(port: page.port)
    client.send(
      "\(method) /api/\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\nAuthorization: Bearer \(page.key)\r\n"
        + "Content-Length: 0\r\nConnection: close\r\n\r\n")
    return client.receiveAll()
  }

  @Test func `shows the recorded states and differences`() throws {
    #expect(try ask("state?store=\(store.id.number)&event=3").contains(#"{"text":"11","kind":"number""#))
    #expect(try ask("difference?event=3").contains(#""before":"4","after":"11""#))
    #expect(
      try ask("difference?store=\(store.id.number)&from=1&to=4").contains(#""before":"1","after":"26""#))
    #expect(try ask("history?store=\(store.id.number)").contains(#""text":"57""#))
    #expect(try ask("report").contains(#""before":"4","after":"11""#))
    #expect(misuse.values.isEmpty)
  }

  @Test func `writes a story with the recorded states`() throws {
    #expect(try ask("story").contains(#"store.send(3) {\n    $0 = 11\n  }"#))
    #expect(misuse.values.isEmpty)
  }

  @Test func `moves the program to past states, and continues from there`() async throws {
    _ = try ask("state?store=\(store.id.number)&event=3")
    _ = try ask("jump?event=3", method: "POST")
    await recording.travelCompleted()
    #expect(store.state == 11)
    _ = try ask("resume?from=here", method: "POST")
    await store.settled()
    #expect(store.state == 11)
    #expect(misuse.values.isEmpty)
  }

  @Test @MainActor func `can be stopped by the main thread while it waits for that thread`() throws {
    let client = try TestClient(port: page.port)
    client.send(
      "GET /api/state?store=\(store.id.number) HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\n"
        + "Authorization: Bearer \(page.key)\r\n\r\n")
    page.stop()
    #expect(!client.receiveAll().contains(" 200 "))
  }
}
