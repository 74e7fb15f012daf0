import Foundation
import Testing

@testable import PureduxRecording

struct ValueTextTests {
  private enum Action {
    case plain
    case one(Int)
    case labelled(id: Int, title: String?)
    case nested(Item)
  }
  private struct Item {
    var id = 3
    var tags = ["a", "b"]
    var parent: [String: Int] = [:]
  }
  private struct Named: CustomStringConvertible {
    var description: String { "by its own name" }
  }
  private final class Secret { var content = 1 }

  @Test func `actions are written as in Swift`() {
    #expect(ValueText.describe(Action.plain) == "plain")
    #expect(ValueText.describe(Action.one(7)) == "one(7)")
    #expect(
      ValueText.describe(Action.labelled(id: 1, title: "Milk \"2\"\n")) == #"labelled(id: 1, title: "Milk \"2\"\n")"#)
    #expect(ValueText.describe(Action.labelled(id: 1, title: nil)) == "labelled(id: 1, title: nil)")
    #expect(ValueText.describe(Action.nested(Item())) == #"nested(Item(id: 3, tags: ["a", "b"], parent: [:]))"#)
  }

  @Test func `a value with its own description is written by the description`() {
    #expect(ValueText.describe(Named()) == "by its own name")
    #expect(ValueText.describe(Duration.seconds(2)) == "2.0 seconds")
    #expect(ValueText.describe(URL(string: "https://a.example") as Any) == "https://a.example")
  }

  @Test func `tuples, optionals of optionals and dictionaries are written`() {
    let optional: Int??? = 5
    #expect(ValueText.describe(optional as Any) == "5")
    #expect(ValueText.describe((1, name: "x")) == #"(1, name: "x")"#)
    #expect(ValueText.describe(["a": 1]) == #"["a": 1]"#)
    #expect(ValueText.describe(Set([1])) == "[1]")
  }

  @Test func `an object is written as its type, because its contents may be changing`() {
    #expect(ValueText.describe(Secret()) == "Secret")
  }

  @Test func `a large value costs no more than its text`() {
    let numbers = Array(0..<1_000_000)
    let text = ValueText.describe(numbers, limit: 50)
    #expect(text.utf8.count == 50)
    #expect(text.hasPrefix("[0, 1, 2, ") && text.hasSuffix("…"))
    #expect(ValueText.describe(String(repeating: "a", count: 10_000_000), limit: 50).utf8.count == 50)
  }

  @Test func `the text of a deep value is limited`() {
    indirect enum Chain { case end, link(Chain) }
    var chain = Chain.end
    for _ in 0..<1000 { chain = .link(chain) }
    #expect(ValueText.describe(chain) == "link(link(link(link(link(link(…))))))")
  }
}
