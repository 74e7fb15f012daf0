import Foundation
import Testing

@testable import PureduxInspector

struct JSONTests {
  @Test func `values are written without spaces, members in their order`() {
    let json: JSON = ["b": [1, true, nil], "a": .double(0.5), "c": "text", "d": .object([]), "e": []]
    #expect(json.text == #"{"b":[1,true,null],"a":0.5,"c":"text","d":{},"e":[]}"#)
    #expect(JSON.compact(["a": nil, "b": 1]).text == #"{"b":1}"#)
    #expect(JSON.double(.infinity).text == "null")
  }

  @Test func `every text is preserved`() throws {
    let scalars = (0..<0x3000).compactMap(Unicode.Scalar.init).map(Character.init)
    let text = String(scalars) + "👩‍👩‍👧‍👦 </script>\u{2028}\u{FFFF}"
    let decoded = try JSONDecoder().decode([String].self, from: Data(JSON.array([.string(text)]).bytes))
    #expect(decoded == [text])
  }

  @Test func `a text cannot end the script that contains it`() {
    #expect(JSON.string("</script><!--").text == #""\u003c/script>\u003c!--""#)
  }
}
