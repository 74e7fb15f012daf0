import Foundation
import PureduxPersistence
import Testing

@Suite struct JSONFormatTests {
  private struct Note: Codable, Equatable {
    var title: String
    var done: Bool
    var rank: Double
  }

  private let format = JSONFormat()
  private let note = Note(title: "Line one\nand “two”", done: true, rank: 0.1)

  @Test func `encoded values are decoded`() throws {
    #expect(try format.decode(Note.self, from: format.encode(note)) == note)
  }

  @Test func `the same value always gives the same bytes, with sorted keys`() throws {
    let data = try format.encode(note)
    let text = String(decoding: data, as: UTF8.self)
    let keys = ["done", "rank", "title"].compactMap { text.range(of: "\"\($0)\"")?.lowerBound }
    #expect(keys.count == 3 && keys == keys.sorted())
    #expect(try format.encode(note) == data)
  }

  @Test func `a number that JSON does not have is refused`() {
    #expect(throws: EncodingError.self) { try format.encode(Note(title: "", done: false, rank: .infinity)) }
  }

  @Test(arguments: ["", "{", "[1]", #"{"title":1,"done":true,"rank":0}"#, #"{"title":"cut o"#])
  func `bytes that are not the whole value are refused`(text: String) {
    #expect(throws: (any Error).self) { try format.decode(Note.self, from: Data(text.utf8)) }
  }

  @Test func `an archive writes in its format`() throws {
    struct Upside: PersistenceFormat {
      func encode<Value: Encodable>(_ value: Value) throws -> Data { Data(try JSONFormat().encode(value).reversed()) }
      func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try JSONFormat().decode(type, from: Data(data.reversed()))
      }
    }
    let storage = MemoryStorage()
    let archive = Archive<[Int]>(storage, format: Upside())
    #expect(archive.save([1, 2]))
    #expect(archive.restore() == [1, 2])
    #expect(storage.read()?.first == UInt8(ascii: "}"))
  }
}
