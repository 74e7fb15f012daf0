import Foundation
import PureduxCollections
import PureduxCore
import Testing

private func decoded(_ json: String) throws -> OrderedState<TodoItem> {
  try JSONDecoder().decode(OrderedState<TodoItem>.self, from: Data(json.utf8))
}

private func failure(_ json: String) -> String {
  do {
    return "no error, but \(try decoded(json))"
  } catch let DecodingError.dataCorrupted(context) {
    return context.codingPath.map(\.stringValue).joined() + ": " + context.debugDescription
  } catch let DecodingError.typeMismatch(_, context) {
    return context.debugDescription
  } catch { return "\(error)" }
}

@Suite struct OrderedStateCodingTests {
  @Test func `an ordered state is encoded as the list of its elements`() throws {
    let state: OrderedState = [TodoItem(id: "b", text: "1"), TodoItem(id: "a", text: "2")]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(state)
    #expect(String(decoding: data, as: UTF8.self) == #"[{"id":"b","text":"1"},{"id":"a","text":"2"}]"#)
    let back = try JSONDecoder().decode(OrderedState<TodoItem>.self, from: data)
    #expect(back == state && back.index(id: "a") == 1)
  }

  @Test func `bad input is reported, and preserves the existing data`() {
    let twice = #"[{"id":"a","text":""},{"id":"b","text":""},{"id":"a","text":""}]"#
    #expect(failure(twice) == "Index 2: The id a also occurs at position 0; each id may occur only once.")
    #expect(
      failure(#"{"order":["a"],"unknown":{}}"#)
        == "An ordered state is decoded from a list of its elements.")
    #expect(failure(#"[{"id":"a","te"#).contains("not valid JSON"))
    #expect(failure(#"[{"id":"a"}]"#).contains("keyNotFound"))

    var state: OrderedState = [TodoItem(id: "kept")]
    #expect(throws: DecodingError.self) { state = try decoded(twice) }
    #expect(state == [TodoItem(id: "kept")])
  }
}
