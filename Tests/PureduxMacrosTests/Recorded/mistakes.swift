import PureduxDependencies

extension Dependencies {
  @DependencyEntry let constant = 1
  @DependencyEntry static var ofType = 1
  @DependencyEntry var without: Int
  @DependencyEntry var computed: Int { 1 }
  @DependencyEntry var observed = 1 { didSet {} }
  @DependencyEntry var opaque: some Equatable = 1
  @DependencyEntry func function() {}
}
struct Lazy { @StoreEntry lazy var x = 1 }
@StoreEntry var global = 1
func f() { @StoreEntry var local = 1 }
protocol P { @DependencyEntry var requirement: Int { get } }
