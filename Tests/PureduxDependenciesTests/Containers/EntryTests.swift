import PureduxDependencies
import Testing

/// A container of these tests; only one test writes to each entry.
struct Flags: EntryContainer { var overrides = EntryOverrides() }

struct Nested: Sendable { var left = 1, right = 2 }

private let creations = Counter()

@globalActor
actor DatabaseActor {
  static let shared = DatabaseActor()
}

@DatabaseActor
private func countRows() -> Int { 7 }

extension Flags {
  static let value = 4

  @DependencyEntry var ofTypeMember = value
  @DependencyEntry @DatabaseActor var rows = countRows()
  @DependencyEntry var lazily = creations.count()
  @DependencyEntry var replacedUnused: Int = { fatalError("a default was made only to be replaced") }()
  @DependencyEntry var nested = Nested()
  @DependencyEntry var nestedUnused = Nested(left: 3, right: 4)
  @DependencyEntry var injected = 0
  @DependencyEntry var counted = 0
  @DependencyEntry var countedParts = Nested()
  @DependencyEntry var changed = "at first"
  @DependencyEntry var lowest = 1
  @DependencyEntry var highest = 9
  @DependencyEntry var userID = "upper"
  @DependencyEntry var userId = "lower"
  @DependencyEntry var `default`: @Sendable () -> Int = { 1 }
  @DependencyEntry var nothing: Int? = nil
  @DependencyEntry var plain = 10
  @DependencyEntry @MainActor var onMain = MainActor.assumeIsolated { true }
  @DependencyEntry nonisolated var text = """
    two
      lines \("with \("nested") interpolation"), {
    """

  /// A value that consists of two entries.
  var bounds: ClosedRange<Int> {
    get { lowest...highest }
    set { (lowest, highest) = (newValue.lowerBound, newValue.upperBound) }
  }
}

struct EntryTests {
  @Test func `a default is created once, when it is first read`() {
    #expect(creations.count == 0)
    #expect(Flags[\.lazily] == 1)
    #expect(Flags[\.lazily] == 1)
    #expect(creations.count == 1)
  }

  @Test func `an entry that is replaced before it is read never creates its default`() {
    Flags[\.replacedUnused] = 5
    #expect(Flags[\.replacedUnused] == 5)
  }

  @Test func `setting a part of an entry keeps the rest of it`() {
    Flags[\.nested.right] = 20
    #expect(Flags[\.nested].left == 1 && Flags[\.nested].right == 20)
    Flags[\.nestedUnused.left] = 30
    #expect(Flags[\.nestedUnused].left == 30 && Flags[\.nestedUnused.right] == 4)
  }

  @available(*, deprecated)
  @Test func `a value that is injected with the old name applies to the process`() {
    Flags.inject(\.injected, 7)
    #expect(Flags[\.injected] == 7)
  }

  @Test func `an entry is changed atomically by many threads at once`() throws {
    onThreads(8) { thread in
      for _ in 0..<1000 {
        Flags.update(\.counted) { $0 += 1 }
        Flags.update(\.countedParts.left) { $0 += 1 }
        if thread.isMultiple(of: 2) { Flags.update(\.countedParts.right) { $0 += 1 } }
      }
    }
    #expect(Flags[\.counted] == 8000)
    #expect(Flags[\.countedParts].left == 8001 && Flags[\.countedParts].right == 4002)
  }

  @Test func `a throwing change has no effect, and a change may read the entry that it changes`() {
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try Flags.update(\.changed) {
        $0 = "lost"
        throw Refused()
      }
    }
    #expect(Flags[\.changed] == "at first")
    Flags.update(\.changed) { $0 = Flags[\.changed] + ", then" }
    #expect(Flags[\.changed] == "at first, then")
  }

  @Test func `a change to a property that consists of two entries changes both`() throws {
    struct CalledAgain: Error {}
    var isCalled = false
    try Flags.update(\.bounds) { bounds in
      if isCalled { throw CalledAgain() }
      isCalled = true
      #expect(bounds == 1...9)
      bounds = bounds.lowerBound + 1...bounds.upperBound + 1
    }
    #expect(Flags[\.bounds] == 2...10 && Flags[\.lowest] == 2 && Flags[\.highest] == 10)
  }

  @Test func `names that differ only in case are two entries`() {
    Flags[\.userID] = "changed"
    #expect(Flags[\.userID] == "changed" && Flags[\.userId] == "lower")
  }

  @Test func `closures, keywords, optionals and literals of several lines are entries too`() {
    #expect(Flags[\.default]() == 1)
    Flags[\.default] = { 2 }
    #expect(Flags[\.default]() == 2)
    #expect(Flags[\.nothing] == nil)
    Flags[\.nothing] = 1
    #expect(Flags[\.nothing] == 1)
    Flags[\.nothing] = nil
    #expect(Flags[\.nothing] == nil)
    #expect(Flags[\.text] == "two\n  lines with nested interpolation, {")
  }

  @Test @MainActor func `an entry of the main actor creates its default on the main actor`() {
    #expect(Flags[\.onMain])
  }

  @Test func `an entry of any global actor creates its default on that actor`() async {
    #expect(await Task { @DatabaseActor in Flags[\.rows] }.value == 7)
  }

  @Test func `a default may name a member of its type, whatever that is called`() {
    #expect(Flags[\.ofTypeMember] == 4)
  }

  @Test func `changing a container value by hand changes nothing else`() {
    var flags = Flags()
    flags.plain = 11
    #expect(flags.plain == 11 && Flags().plain == 10 && Flags[\.plain] == 10)
  }
}
