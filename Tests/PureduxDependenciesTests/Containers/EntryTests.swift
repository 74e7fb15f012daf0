import PureduxDependencies
import Testing

/// A container of these tests; each entry is written to by one of them only.
struct Flags: EntryContainer { var overrides = EntryOverrides() }

struct Nested: Sendable { var left = 1, right = 2 }

private let creations = Counter()

extension Flags {
  @DependencyEntry var lazily = creations.count()
  @DependencyEntry var replacedUnused: Int = { fatalError("a default was made only to be replaced") }()
  @DependencyEntry var nested = Nested()
  @DependencyEntry var nestedUnused = Nested(left: 3, right: 4)
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
}

struct EntryTests {
  @Test func `a default is made when it is first read, and once`() {
    #expect(creations.count == 0)
    #expect(Flags[\.lazily] == 1)
    #expect(Flags[\.lazily] == 1)
    #expect(creations.count == 1)
  }

  @Test func `an entry that is replaced before it is read never makes its default`() {
    Flags[\.replacedUnused] = 5
    #expect(Flags[\.replacedUnused] == 5)
  }

  @Test func `setting a part of an entry keeps the rest of it`() {
    Flags[\.nested.right] = 20
    #expect(Flags[\.nested].left == 1 && Flags[\.nested].right == 20)
    Flags.inject(\.nestedUnused.left, 30)
    #expect(Flags[\.nestedUnused].left == 30 && Flags[\.nestedUnused.right] == 4)
  }

  @Test func `names that differ in case only are two entries`() {
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

  @Test @MainActor func `an entry of the main actor makes its default there`() {
    #expect(Flags[\.onMain])
  }

  @Test func `a value of a container that is changed by hand changes nothing else`() {
    var flags = Flags()
    flags.plain = 11
    #expect(flags.plain == 11 && Flags().plain == 10 && Flags[\.plain] == 10)
  }
}
