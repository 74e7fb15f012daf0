import Foundation
import PureduxHistory
import Testing

@Suite struct HistoryCodingTests {
  @Test func `a restored history undoes, redoes and merges steps like the saved one`() throws {
    var (document, history) = (Document(ids: 0..<5), History<Document>(limits: .init(steps: 7, bytes: 90_000)))
    let first = document
    history.change(&document, .single.named("Sort")) { $0.notes.sort { $0.id > $1.id } }
    history.change(&document, .single.named("Clear")) { $0.notes.removeAll() }
    history.undo(&document)
    history.change(&document, .coalesced("note 3", pause: nil).named("Typing")) { $0.notes[id: 3]?.text = "a" }
    var restored = try JSONDecoder().decode(History<Document>.self, from: JSONEncoder().encode(history))
    #expect(restored == history && restored.limits == .init(steps: 7, bytes: 90_000))
    #expect(restored.undoName == "Typing" && restored.bytes == history.bytes)
    restored.change(&document, .coalesced("note 3", pause: nil)) { $0.notes[id: 3]?.text = "ab" }
    #expect(restored.undoCount == 2)
    while restored.undo(&document) {}
    #expect(document == first)
  }

  @Test func `a restored group measures its pause from the last change of the earlier process`() throws {
    var (document, history) = (Document(ids: 0..<5), History<Document>())
    func type(_ letter: Character, _ history: inout History<Document>) {
      history.change(&document, .coalesced("note 3", pause: .seconds(3_600))) { $0.notes[id: 3]?.text.append(letter) }
    }
    type("a", &history)
    let json = try #require(JSONSerialization.jsonObject(with: JSONEncoder().encode(history)) as? [String: Any])

    func restored(after duration: Duration) throws -> History<Document> {
      var json = json
      var open = try #require(json["open"] as? [String: Any])
      let saved = try JSONSerialization.data(withJSONObject: open["time"] as Any)
      let time = try JSONDecoder().decode(Duration.self, from: saved)
      // The wall time, because another process measures time from another instant.
      #expect(abs(time / .seconds(1) - Date().timeIntervalSince1970) < 600)
      open["time"] = try JSONSerialization.jsonObject(with: JSONEncoder().encode(time - duration))
      json["open"] = open
      return try JSONDecoder().decode(History<Document>.self, from: JSONSerialization.data(withJSONObject: json))
    }
    var (soon, late) = (try restored(after: .seconds(1_800)), try restored(after: .seconds(7_200)))
    type("b", &soon)
    type("b", &late)
    #expect(soon.undoCount == 1 && late.undoCount == 2)
  }

  @Test func `damaged and foreign histories are refused, or can be used`() throws {
    var (document, history) = (Document(ids: 0..<30), History<Document>())
    history.change(&document) { $0.notes[id: 3]?.text = "a" }
    history.change(&document) { $0.notes.remove(at: Array(5..<25)) }
    history.change(&document) { $0.notes.move(from: [2], to: 6) }
    history.undo(&document)
    let text = String(decoding: try JSONEncoder().encode(history), as: UTF8.self)
    var refused = 0
    for (number, character) in text.enumerated() where character.isNumber || "[]{}\",:".contains(character) {
      for other in ["-9", "9999999999", "x", ""] {
        let start = text.index(text.startIndex, offsetBy: number)
        let damaged = text.replacingCharacters(in: start...start, with: other)
        guard var found = try? JSONDecoder().decode(History<Document>.self, from: Data(damaged.utf8)) else {
          refused += 1
          continue
        }
        var copy = document
        while found.undo(&copy) {}
        while found.redo(&copy) {}
        found.change(&copy) { $0.title = "still works" }
        #expect(Set(copy.notes.map(\.id)).count == copy.notes.count)
      }
    }
    #expect(refused > 20)
  }

  @Test func `steps before a step that cannot be restored are omitted`() throws {
    struct Other: Undoable, Equatable {
      var notes: OrderedState<Note> = []
      var label = ""
      static let undone: [UndoPart<Other>] = [.elements("notes", \.notes), .value("label", \.label)]
    }
    var (document, history) = (Document(ids: 0..<5), History<Document>())
    history.change(&document) { $0.notes[id: 1]?.text = "a" }
    history.change(&document) { $0.title = "b" }
    history.change(&document) { $0.notes[id: 2]?.text = "c" }
    history.change(&document) { $0.notes.remove(id: 4) }
    var restored = try JSONDecoder().decode(History<Other>.self, from: JSONEncoder().encode(history))
    #expect(restored.undoCount == 2)
    var other = Other(notes: document.notes)
    while restored.undo(&other) {}
    #expect(other.notes.map(\.text) == ["", "a", "", "", ""])
    #expect(try JSONDecoder().decode(History<Other>.self, from: Data("{}".utf8)).canUndo == false)
  }

  @Test func `a part that is not Codable can be undone, and ends the saved steps`() throws {
    struct Pixel: Identifiable, Equatable { let id: Int; var isSet = false }
    struct Canvas: Undoable {
      var pixels = OrderedState((0..<4).map { Pixel(id: $0) })
      var title = ""
      static let undone: [UndoPart<Canvas>] = [.elements("pixels", \.pixels), .value("title", \.title)]
    }
    var (canvas, history) = (Canvas(), History<Canvas>())
    history.change(&canvas) { $0.title = "a" }
    history.change(&canvas) { $0.pixels[id: 2]?.isSet = true }
    history.change(&canvas) { $0.title = "b" }
    let restored = try JSONDecoder().decode(History<Canvas>.self, from: JSONEncoder().encode(history))
    #expect(restored.undoCount == 1)
    while history.undo(&canvas) {}
    #expect(canvas.pixels[id: 2]?.isSet == false && canvas.title == "")
  }
}
