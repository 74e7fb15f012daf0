/// A place in a piece of Swift source that moves forward over its tokens.
///
/// No parser: the compiler has parsed the source already, and only where parts begin and end is asked
/// here. Source that no compiler would send is read to some end too, without a trap or a hang.
struct SourceCursor {
  private let bytes: [UInt8]
  /// How many brackets are open inside each other, by recursion.
  private var depth = 0
  /// How much may still be read in vain, looking for the end of what turns out to be something else.
  private var patience = 500_000
  /// Whether the source asked for more than this cursor gives; it is at the end then.
  private(set) var hasGivenUp = false

  private(set) var index = 0

  init(_ source: String) { bytes = Array(source.utf8) }

  var current: UInt8? { peek(0) }

  func peek(_ distance: Int) -> UInt8? {
    let place = index + distance
    return place >= 0 && place < bytes.count ? bytes[place] : nil
  }

  func isAt(_ scalar: Unicode.Scalar) -> Bool { current == UInt8(ascii: scalar) }

  func isAt(_ text: StaticString, after distance: Int = 0) -> Bool {
    let place = index + distance
    guard place + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { bytes[place..<place + $0.count].elementsEqual($0) }
  }

  mutating func skip(_ count: Int = 1) { index = min(index + count, bytes.count) }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard isAt(scalar) else { return false }
    skip()
    return true
  }

  /// Goes back to where it was when a look ahead found nothing.
  mutating func goBack(to start: Int) {
    patience -= index - start
    index = start
    if patience < 0 { giveUp() }
  }

  mutating func descend(_ body: (inout SourceCursor) -> Void) {
    guard depth < 100 else { return giveUp() }
    depth += 1
    body(&self)
    depth -= 1
  }

  private mutating func giveUp() {
    hasGivenUp = true
    index = bytes.count
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) || byte == 0 }

  static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Bytes above ASCII count, for those of operators never stand where an identifier is asked for.
  static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}
