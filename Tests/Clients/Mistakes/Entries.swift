// Each comment names the column at which the compiler must show the error, and the error.
import Puredux

extension Dependencies {
  @DependencyEntry let constant = 1  // 20: '@DependencyEntry' needs a 'var', because an entry can be replaced
  @DependencyEntry public static var ofTheType = 1  // 27: '@DependencyEntry' needs an instance property
  @DependencyEntry var without: Int  // 24: '@DependencyEntry' needs a default value for 'without'
  @DependencyEntry var computed: Int { 1 }  // 38: '@DependencyEntry' cannot be attached to a computed property
  @DependencyEntry var observed = 1 { didSet {} }  // 37: '@DependencyEntry' cannot be attached to a property with
  @DependencyEntry var opaque: some Equatable = 1  // 32: '@DependencyEntry' cannot store the opaque type of 'opaque'
  @DependencyEntry var (a, b) = (1, 2)  // 25: accessor macro 'DependencyEntry()' can only apply to a single variable
  @DependencyEntry var c = 1, d = 2  // 24: accessor macro 'DependencyEntry()' can only apply to a single variable
  @DependencyEntry func function() {}  // 3: 'accessor' macro cannot be attached to instance method ('function')
  @DependencyEntry var wrongType: Int = "text"  // 41: cannot convert value of type 'String' to specified type 'Int'
}

struct NoContainer {
  @StoreEntry lazy var y = 1  // 15: '@StoreEntry' cannot be attached to a 'lazy' property
}

@StoreEntry var global = 1  // 1: '@StoreEntry' belongs on a property of a container

func function() {
  @StoreEntry var local = 1  // 3: '@StoreEntry' belongs on a property of a container
}
