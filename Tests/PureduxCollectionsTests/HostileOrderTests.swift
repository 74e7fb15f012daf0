import Foundation
import PureduxCollections
import PureduxCore
import PureduxTesting
import TestSupport
import Testing

/// Positions, identities and stored texts from untrusted sources.
@Suite struct HostileOrderTests {
  private struct Item: Identifiable, Codable, Hashable, Sendable {
    var id: Double
  }

  private static let positions: [Int] = [.min, .min + 1, -1, 0, 1, 2, 3, 4, 1_000_000, .max - 1, .max]
  private static let offsets: [IndexSet] = [
    [], [0], [2], [3], [0, 2], [0, 99], [99], [Int.max - 1], IndexSet(integersIn: 0..<(Int.max - 1)),
  ]

  /// The elements are found by their identities, each at its position.
  private func check(_ state: OrderedState<Item>) {
    for (position, item) in state.enumerated() where !item.id.isNaN { #expect(state.index(id: item.id) == position) }
  }

  @Test func `a position of any size is refused or clamped, with a report`() {
    let misuse = StoreContext.recordingMisuse {
      for position in Self.positions {
        for change: (inout OrderedState<Item>) -> Void in [
          { $0.insert(Item(id: 9), at: position) }, { $0.insert(Item(id: 1), at: position) },
          { $0.insert(contentsOf: [Item(id: 7), Item(id: 2), Item(id: 7)], at: position) },
          { $0.remove(at: position) }, { $0.move(from: [0, 2], to: position) }, { $0.move(from: [], to: position) },
        ] {
          var state: OrderedState = [Item(id: 1), Item(id: 2), Item(id: 3)]
          change(&state)
          check(state)
          #expect((2...5).contains(state.count))
        }
      }
    }
    #expect(misuse.values.count > 20)
  }

  @Test func `offsets of any size are refused, with a report`() {
    let misuse = StoreContext.recordingMisuse {
      for offsets in Self.offsets {
        for position in Self.positions {
          var state: OrderedState = [Item(id: 1), Item(id: 2), Item(id: 3)]
          state.move(from: offsets, to: position)
          check(state)
          #expect(state.count == 3)
          state.remove(at: offsets)
          check(state)
          #expect(state.count == 3 - offsets.count(in: 0..<3))
        }
      }
    }
    #expect(misuse.values.count > 20)
  }

  @Test func `identities that equal nothing are stored, and never found`() {
    var state: OrderedState = [Item(id: .nan), Item(id: .nan), Item(id: 0), Item(id: -0.0)]
    #expect(state.count == 3)
    #expect(state.index(id: .nan) == nil && state.remove(id: .nan) == nil)
    state.move(from: [0], to: 3)
    state.sort { $1.id.isNaN && !$0.id.isNaN }
    state.removeAll { $0.id == 0 }
    check(state)
    #expect(state.count == 2)
  }

  @Test func `an order that is decoded from damaged text is refused, or can be used`() throws {
    let pieces = ["0", "-1", "1e308", "1e400", "null", "\"\"", "{}", "[]", "[", "}", ",", "2", "1", "3", ":", "\"id\""]
    var (random, decoded) = (SeededGenerator(seed: 11), 0)
    let whole = Array(#"[{"id":1},{"id":2},{"id":3},{"id":4}]"#)
    _ = StoreContext.recordingMisuse {
      for _ in 0..<20_000 {
        var text = whole
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let start = Int.random(in: 0..<text.count, using: &random)
          let end = min(text.count, start + Int.random(in: 0...2, using: &random))
          text.replaceSubrange(start..<end, with: pieces.randomElement(using: &random) ?? "0")
        }
        let data = Data(String(text).utf8)
        guard var state = try? JSONDecoder().decode(OrderedState<Item>.self, from: data) else { continue }
        decoded += 1
        check(state)
        state.append(Item(id: 5))
        state.insert(Item(id: 2), at: Self.positions.randomElement(using: &random) ?? 0)
        state.move(from: [0], to: .max)
        check(state)
        if let again = try? JSONEncoder().encode(state) {
          #expect((try? JSONDecoder().decode(OrderedState<Item>.self, from: again)) == state)
        }
      }
    }
    #expect(decoded > 100)
  }

  @Test func `an identity that is decoded from any numbers can be used`() throws {
    let numbers = ["0", "1", "18446744073709551615", "9223372036854775808"]
    for source in numbers {
      for number in numbers {
        let text = #"{"source":\#(source),"number":\#(number)}"#
        let identity = try JSONDecoder().decode(Identity.self, from: Data(text.utf8))
        #expect(try JSONDecoder().decode(Identity.self, from: JSONEncoder().encode(identity)) == identity)
        _ = (identity.hashValue, "\(identity)", identity.spread(with: .max), identity.spread(with: 0))
      }
    }
    for text in [#"{"source":-1,"number":0}"#, #"{"source":18446744073709551616,"number":0}"#, "{}", "0"] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Identity.self, from: Data(text.utf8)) }
    }
    for seed in [UInt64.min, 1, .max] {
      let source = IdentitySource(seed: seed)
      #expect(source.next() != source.next())
    }
  }
}
