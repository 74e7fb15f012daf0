import ExampleTerminal
import Testing

struct InputParserTests {
  private static let escape = "\u{1B}"

  private func parse(_ bytes: some Sequence<UInt8>) -> [InputParser.Input] {
    var parser = InputParser()
    return parser.parse(bytes)
  }

  private func keys(_ text: String) -> [InputParser.Input] { parse(Array(text.utf8)) }

  @Test(arguments: [
    ("[A", KeyPress.up), ("[B", .down), ("[C", .right), ("[D", .left), ("OA", .up), ("OD", .left),
    ("[H", .home), ("[F", .end), ("OH", .home), ("[1~", .home), ("[4~", .end), ("[7~", .home), ("[8~", .end),
    ("[2~", KeyPress(.insert)), ("[3~", .delete), ("[5~", .pageUp), ("[6~", .pageDown),
    ("[1;5C", .control(.right)), ("[1;5D", .control(.left)), ("[1;3A", .alt(.up)), ("[3;5~", .control(.delete)),
    ("[1;2B", KeyPress(.down, .shift)), ("[1;6H", KeyPress(.home, [.shift, .control])), ("[Z", KeyPress(.tab, .shift)),
    ("OP", KeyPress(.function(1))), ("[15~", KeyPress(.function(5))), ("[24~", KeyPress(.function(12))),
    ("[[A", KeyPress(.function(1))), ("[[E", KeyPress(.function(5))),
    ("Oc", .control(.right)), ("[d", KeyPress(.left, .shift)), ("[3^", .control(.delete)),
    ("[3$", KeyPress(.delete, .shift)), ("OM", .enter), ("Oq", .character("1")),
    ("[97;5u", .control("a")), ("[13;2u", KeyPress(.enter, .shift)), ("[27;5;99~", .control("c")),
    ("b", .alt("b")), ("\u{7F}", .alt(.backspace)), ("ä", .alt("ä")),
  ]) func `an escape sequence in the table is one key, and types nothing`(sequence: String, key: KeyPress) {
    #expect(keys(Self.escape + sequence + "x") == [.key(key), .key(.character("x"))])
  }

  @Test func `control characters are keys held with Control`() {
    #expect(
      parse([1, 3, 26, 0, 31]) == ["a", "c", "z", " ", "_"].map { .key(.control($0)) })
    #expect(keys("\t\r\n\u{7F}\u{8}") == [.key(.tab), .key(.enter), .key(.enter), .key(.backspace), .key(.backspace)])
  }

  @Test(arguments: [
    "[?1;2c", "[12;40R", "[I", "[O", "[<0;10;20M", "[M !!", "[999~", "[9999999999999999999999;5~",
    "[1;99999999999999999C",
    "[;;;;A", "[>0;276;0c", "[?2004;1$y",
  ]) func `unknown input is skipped, and the next key is not`(sequence: String) {
    let inputs = keys(Self.escape + sequence + "x")
    #expect(inputs.last == .key(.character("x")))
    #expect(inputs.count <= 2)
  }

  @Test func `an endless sequence neither grows nor hides what follows`() {
    #expect(keys(Self.escape + "[" + String(repeating: "1;", count: 1_000_000) + "Ax") == [.key(.character("x"))])
  }

  @Test func `ESC is Escape if nothing follows in time, and otherwise the start of a key`() {
    var parser = InputParser()
    #expect(parser.parse([27]) == [])
    #expect(parser.patience != nil)
    #expect(parser.expire() == [.key(.escape)])
    #expect(parser.patience == nil)
    #expect(parser.parse([27]) == [])
    #expect(parser.parse(Array("[A".utf8)) == [.key(.up)])
    #expect(parser.expire() == [])
    #expect(parser.parse([27, 27]) == [.key(.escape)])
    #expect(parser.expire() == [.key(.escape)])
  }

  @Test func `a paste is one text, whatever keys its bytes would be`() {
    let text = "q\u{3}\u{1B}[A\r\nä€😀"
    #expect(keys("\(Self.escape)[200~\(text)\(Self.escape)[201~q") == [.paste(text), .key(.character("q"))])
    #expect(keys("\(Self.escape)[200~\(Self.escape)[201~q") == [.key(.character("q"))])
  }

  @Test func `a paste whose end never arrives ends after a while`() {
    var parser = InputParser()
    #expect(parser.parse(Array("\(Self.escape)[200~some".utf8)) == [])
    #expect(parser.patience == .seconds(1))
    #expect(parser.expire() == [.paste("some")])
    #expect(parser.parse([3]) == [.key(.control("c"))])
  }

  @Test(arguments: ["a", "ä", "€", "😀", "e\u{301}"])
  func `a long paste comes in pieces, none of which breaks a character`(character: String) {
    let text = String(repeating: character, count: 150_000)
    let inputs = keys("\(Self.escape)[200~\(text)\(Self.escape)[201~")
    let pieces = inputs.map { input in if case .paste(let piece) = input { piece } else { "no paste" } }
    #expect(pieces.joined().utf8.elementsEqual(text.utf8))
    #expect(pieces.count > 1)
    #expect(pieces.allSatisfy { $0.utf8.count <= 2 * 65_536 && !$0.contains("\u{FFFD}") })
  }

  @Test func `bytes in arbitrary pieces are parsed like the whole`() {
    let keys = "aä€😀e\u{301}\u{1B}[A\u{1B}[3~\u{1B}[1;5C\u{1B}OP\u{1B}[[B"
    let paste = "\u{1B}[200~q\u{1B}[20\u{1B}[2ä01~😀\u{1B}[201~"
    let text = keys + paste + "\u{1B}b\u{1B}[<0;1;2Mz"
    let bytes = Array(text.utf8)
    let whole = parse(bytes)
    #expect(whole.count == 14)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var parser = InputParser()
        let inputs =
          parser.parse(bytes[..<first]) + parser.parse(bytes[first..<second]) + parser.parse(bytes[second...])
        if inputs != whole { Issue.record("cut at \(first) and \(second): \(inputs)") }
      }
    }
  }

  @Test func `bytes that are not text become replacement characters, and the text around them stays`() {
    #expect(
      parse([0x61, 0xFF, 0xC3, 0x62, 0xE2, 0x82, 0x63, 0xF0, 0x9F, 0x98])
        == ["a", "\u{FFFD}", "\u{FFFD}", "b", "\u{FFFD}", "c"].map { .key(.character($0)) })
    // U+009B, which some terminals interpret as ESC [.
    #expect(parse([0xC2, 0x9B, 0x41]) == [.key(.character("A"))])
  }

  @Test func `no bytes make the parser stop, type control characters, or lose Ctrl-C`() {
    var generator = SplitMix(state: 42)
    for _ in 0..<2_000 {
      var parser = InputParser()
      for _ in 0..<8 {
        let piece = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
          Bool.random(using: &generator)
            ? UInt8.random(in: 0...255, using: &generator)
            : Array("\u{1B}[O;0125~MA$".utf8).randomElement(using: &generator)!
        }
        var inputs = parser.parse(piece)
        if Bool.random(using: &generator) { inputs += parser.expire() }
        for case .key(let press) in inputs {
          guard case .character(let character) = press.key else { continue }
          #expect(character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        }
      }
      // Any incomplete sequence ends, and Ctrl-C is recognized: at once, or after up to three bytes that may still
      // belong to a report.
      _ = parser.expire()
      let inputs = (0..<4).flatMap { _ in parser.parse([3]) }
      #expect(inputs.contains(.key(.control("c"))))
    }
  }
}

/// A random number generator with a seed, so that a failure can be reproduced.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
