import Puredux

// Declarations with names and forms that an expansion could confuse.

struct EntryStorage {}
nonisolated func fatalError() -> Int { 0 }
nonisolated let value = 3

@globalActor
actor DatabaseActor {
  static let shared = DatabaseActor()
}

@DatabaseActor
func countRows() -> Int { value }

public nonisolated struct UnusualEntries: EntryContainer {
  public var overrides = EntryOverrides()
  public init() {}
}

nonisolated extension UnusualEntries {
  static let value = 4

  @DependencyEntry public var plain = Self.value
  @DependencyEntry var unqualified = value
  @DependencyEntry @DatabaseActor var rows = countRows()
  @DependencyEntry var unwrapped: Int! = 5
  @DependencyEntry public private(set) var limited = 6
  @DependencyEntry var conditional = if Self.value > 3 { 7 } else { 0 }
  @DependencyEntry var `default`: @Sendable (Int) -> Int = { $0 + 1 }
}

public nonisolated enum Outer {
  public struct Inner: EntryContainer {
    public var overrides = EntryOverrides()
    public init() {}
    @DependencyEntry public var inner = 9
  }
}

nonisolated public func checkUnusualEntries() async -> [Int] {
  struct Local: EntryContainer {
    var overrides = EntryOverrides()
    @DependencyEntry var local = 10
  }
  let rows = await Task { @DatabaseActor in UnusualEntries[\.rows] }.value
  return [
    UnusualEntries[\.plain], UnusualEntries[\.unqualified], rows, UnusualEntries[\.unwrapped],
    UnusualEntries[\.limited], UnusualEntries[\.conditional],
    UnusualEntries[\.default](7), Outer.Inner[\.inner], Local[\.local],
  ]
}
