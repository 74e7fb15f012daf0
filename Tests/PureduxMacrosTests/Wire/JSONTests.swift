#if canImport(PureduxMacros)
  import Foundation
  @testable import PureduxMacros
  import Testing

  struct JSONTests {
    @Test func `a value survives being written and read`() throws {
      let value: JSON = [
        "null": nil, "true": true, "numbers": [0, -1, 9_007_199_254_740_993, .number("1.5e-300")],
        "text": "quote \" backslash \\ newline \n tab \t nul \u{0} unit \u{1F} delete \u{7F} é 🎉 \u{2028} /",
        "empty": ["object": .object([]), "array": []],
      ]
      #expect(try JSON(decoding: value.encoded()) == value)
      let byOthers = try JSONSerialization.jsonObject(with: Data(value.encoded())) as? [String: Any]
      #expect(byOthers?["text"] as? String == value["text"]?.string)
    }

    @Test func `every escape is read`() throws {
      let text = #" { "a" : "\u00e9\ud83c\udf89\/\b\f\n\r\t\"\\ \ud800 \ud800\u0041" , "b" : [ 1.5e1 , -2 ] } "#
      let value = try JSON(decoding: Array(text.utf8))
      #expect(value["a"]?.string == "é🎉/\u{8}\u{C}\n\r\t\"\\ \u{FFFD} \u{FFFD}")
      #expect(value["b"] == [.number("1.5e1"), -2])
      #expect(value["c"] == nil)
    }

    @Test(arguments: [
      "", " ", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1,", "[1 2]", "\"", "\"\\", "\"\\u12\"", "\"\\u+123\"",
      "\"\\x\"",
      "\"\n\"", "nul", "1 2", "+1", "-", "1.", "1e", "--1", "]", "{1:2}", String(repeating: "[", count: 100_000),
    ])
    func `input that is not JSON is an error`(_ text: String) {
      #expect(throws: ProtocolError.self) { try JSON(decoding: Array(text.utf8)) }
    }
  }
#endif
