import Foundation
import PureduxDependencies
import PureduxTesting
import Testing

private let creations = Counter()

private struct Pair: Sendable, Equatable { var a: Int, b: Int }

extension Flags {
  @DependencyEntry fileprivate var inner = Pair(a: creations.count(), b: 0)
  @DependencyEntry fileprivate var middle = Flags[\.inner].a + creations.count(10)
  @DependencyEntry fileprivate var outer = Flags[\.middle] + Flags[\.inner].a + creations.count(100)
  @DependencyEntry fileprivate var pair = Pair(a: 0, b: 0)
  @DependencyEntry fileprivate var probe: Probe? = nil
}

/// Reads an entry when it is released.
private final class Probe: Sendable {
  let gone: Recorder<ObjectIdentifier>

  init(_ gone: Recorder<ObjectIdentifier>) { self.gone = gone }

  deinit {
    _ = Flags[\.probe]
    gone.record(ObjectIdentifier(self))
  }
}

struct ConcurrencyTests {
  @Test func `threads that read and override nested defaults create each once, without deadlocks or torn reads`() {
    onThreads(8) { thread in
      for round in 0..<500 {
        let overridden = Flags.with {
          $0.inner = Pair(a: thread, b: round)
        } operation: {
          (Flags[\.outer], Flags[\.inner])
        }
        #expect(overridden.1 == Pair(a: thread, b: round))
        Flags[\.pair] = Pair(a: round, b: round)
        let pair = Flags[\.pair]
        #expect(pair.a == pair.b)
        #expect(Flags[\.inner] == Pair(a: 1, b: 0))
      }
    }
    #expect(creations.count == 111)
    // The sum, which the first readers computed: 1, then 1 + 11, then both plus 111.
    #expect(Flags[\.middle] == 12 && Flags[\.outer] == 124)
  }

  @Test func `a replaced value is released outside the lock`() {
    let gone = Recorder<ObjectIdentifier>()
    onThreads(8) { _ in
      for _ in 0..<100 { Flags[\.probe] = Probe(gone) }
    }
    Flags[\.probe] = nil
    #expect(gone.values.count == 800)
  }

  @Test func `a default does not overwrite a value that it sets for its own entry`() {
    #expect(Flags[\.settingItself] == "set")
    #expect(Flags[\.settingItself] == "set")
  }
}

extension Flags {
  @DependencyEntry fileprivate var settingItself: String = {
    Flags[\.settingItself] = "set"
    return "default"
  }()
}
