import Foundation
import PureduxPersistence
import PureduxTesting
import Testing

/// A state that may be nested to any depth.
private indirect enum Nest: Codable, Sendable {
  case egg(Int)
  case nest(Nest)

  init(depth: Int, egg: Int = 0) {
    self = .egg(egg)
    for _ in 0..<depth { self = .nest(self) }
  }

  var depth: Int {
    var (nest, depth) = (self, 0)
    while case .nest(let inner) = nest { (nest, depth) = (inner, depth + 1) }
    return depth
  }
}

/// A value nested in a value of its own type, without a list or an object in between.
private final class Shell: Encodable, Sendable {
  let inner: Shell?

  init(around inner: Shell?) { self.inner = inner }

  static func nested(_ depth: Int) -> Shell {
    (0..<depth).reduce(Shell(around: nil)) { shell, _ in Shell(around: shell) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let inner { try container.encode(inner) } else { try container.encode(1) }
  }
}

@Suite struct `A state that is nested deeply` {
  @Test func `is not saved if its depth would exhaust the stack, and the process continues`() async {
    await #expect(processExitsWith: .success) {
      for depth in [1_000, 8_000, 30_000] {
        let (storage, problems) = (MemoryStorage(), Recorder<PersistenceError>())
        let store = StateStore<Nest, Int>(Nest(depth: 0)) { $0 = Nest(depth: $1, egg: $1) }
        let archive = Archive<Nest>(storage) { problems.record($0) }
        let persistence = store.persist(
          in: archive, pace: SavingPace(debounce: .seconds(3_600), maximumDelay: .seconds(3_600)))
        await store.send(3)
        guard await persistence.flush() else { fatalError("a shallow state was not saved") }
        await store.send(depth)
        guard await !persistence.flush() else { fatalError("\(depth)") }
        guard problems.values.map(\.kind) == [.notEncodable], "\(problems.values)".contains("nested") else {
          fatalError("\(problems.values)")
        }
        guard Archive<Nest>(storage).restore()?.depth == 3 else { fatalError("what was saved before did not stay") }
        await store.send(4)
        guard await persistence.flush(), Archive<Nest>(storage).restore()?.depth == 4 else {
          fatalError("not saved again")
        }
      }
    }
  }

  @Test func `is restored wherever it was saved`() {
    var restored = 0
    for depth in stride(from: 1, to: 400, by: 3) {
      let storage = MemoryStorage()
      guard Archive<Nest>(storage, onProblem: { _ in }).save(Nest(depth: depth)) else { continue }
      #expect(Archive<Nest>(storage).restore()?.depth == depth)
      restored = depth
    }
    #expect(restored > 200)
  }

  @Test func `is detected even if no list or object is between its levels`() {
    #expect(throws: EncodingError.self) { try JSONFormat().encode([Shell.nested(3_000)]) }
    #expect(throws: Never.self) { try JSONFormat().encode([Shell.nested(100)]) }
  }

  @Test func `is not detected in values of every kind that are side by side`() throws {
    struct Many: Encodable {
      var numbers: [Int: Double] = [1: 0.5]
      var small: [UInt8] = [1], single: Float? = 1, flag = true, date = Date(timeIntervalSince1970: 0)
      var url = URL(string: "a:b"), price = Decimal(1), id = UUID(), data = Data([1, 2])
    }
    #expect(throws: Never.self) { try JSONFormat().encode([Many(), Many()]) }
  }
}
