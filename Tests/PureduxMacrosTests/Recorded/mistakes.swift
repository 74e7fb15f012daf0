import PureduxDependencies

extension Dependencies {
  @DependencyEntry let constant = 1
  @DependencyEntry static var ofType = 1
  @DependencyEntry var without: Int
  @DependencyEntry var computed: Int { 1 }
  @DependencyEntry var observed = 1 { didSet {} }
  @DependencyEntry var opaque: some Equatable = 1
  @DependencyEntry var opaqueElements: [some Equatable] = [1]
  @DependencyEntry @inlinable public var inlined = 1
  @DependencyEntry @StoreEntry var twice = 1
  @DependencyEntry func function() {}
}
struct Lazy { @StoreEntry lazy var x = 1 }
@StoreEntry var global = 1
func f() { @StoreEntry var local = 1 }
protocol P { @DependencyEntry var requirement: Int { get } }
actor Act { @DependencyEntry var x = 1 }
struct Outer<T> { struct Inner: EntryContainer { @DependencyEntry var x = 1 } }
struct NoContainer { @DependencyEntry var x = 1 }
