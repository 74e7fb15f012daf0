// Each comment contains the column of a compiler error, and its message.
import Puredux

extension Dependencies {
  @DependencyEntry let constant = 1  // 20: '@DependencyEntry' needs a 'var', because an entry can be replaced
  @DependencyEntry public static var ofTheType = 1  // 27: '@DependencyEntry' needs an instance property
  @DependencyEntry var without: Int  // 24: '@DependencyEntry' needs a default value for 'without'
  @DependencyEntry var computed: Int { 1 }  // 38: '@DependencyEntry' cannot be attached to a computed property
  @DependencyEntry var observed = 1 { didSet {} }  // 37: '@DependencyEntry' cannot be attached to a property with
  @DependencyEntry var opaque: some Equatable = 1  // 32: '@DependencyEntry' cannot store the opaque type of 'opaque'
  @DependencyEntry var inBrackets: (some Equatable)? = 1  // 37: '@DependencyEntry' cannot store the opaque type of
  @DependencyEntry var elements: [some Equatable] = [1]  // 35: '@DependencyEntry' cannot store the opaque type of
  @DependencyEntry var opaqueComputed: some Equatable { 1 }  // 55: '@DependencyEntry' cannot be attached to a computed
  @DependencyEntry @inlinable public var inlined = 1  // 20: '@DependencyEntry' cannot be attached to an '@inlinable'
  @DependencyEntry @StoreEntry var twice = 1  // 20: '@StoreEntry' and '@DependencyEntry' declare the same entry
  @DependencyEntry var (a, b) = (1, 2)  // 25: accessor macro 'DependencyEntry()' can only apply to a single variable
  @DependencyEntry var c = 1, d = 2  // 24: accessor macro 'DependencyEntry()' can only apply to a single variable
  @DependencyEntry func function() {}  // 3: 'accessor' macro cannot be attached to instance method ('function')
}

struct NoContainer {
  @StoreEntry lazy var y = 1  // 15: '@StoreEntry' cannot be attached to a 'lazy' property
  @StoreEntry var z = 1  // 3: '@StoreEntry' belongs in a container; make 'NoContainer' conform to 'EntryContainer'
}

actor NoStructure {
  @StoreEntry var x = 1  // 3: '@StoreEntry' cannot be in an 'actor'; a container is a 'struct'
}

protocol Requiring {
  @DependencyEntry var x: Int { get }  // 3: '@DependencyEntry' cannot be in a 'protocol'; a container is a 'struct'
}

struct Generic<Value> {
  @StoreEntry var x = 1  // 3: '@StoreEntry' cannot be in a generic type or function, because its storage is static
  struct Inner: EntryContainer {
    var overrides = EntryOverrides()
    @StoreEntry var x = 1  // 5: '@StoreEntry' cannot be in a generic type or function
  }
}

@StoreEntry var global = 1  // 1: '@StoreEntry' belongs on a property of a container

func function() {
  @StoreEntry var local = 1  // 3: '@StoreEntry' belongs on a property of a container
}
