import Foundation
import Puredux

// One use of each public declaration of the injection package that Puredux 2.2 used, except its import and `Container`;
// the article gives the reason. It only has to compile, in Swift 5 mode.

protocol Client {}
struct LiveClient: Client {}

extension Dependencies {
  @DependencyEntry var count = 0
  @DependencyEntry var client: Client = LiveClient()
  @DependencyEntry var now = { Date() }
}

/// A custom container.
struct Features: EntryContainer {
  var overrides = EntryOverrides()
}

extension Features {
  @DependencyEntry var isNew = true
}

struct Reader {
  @Dependency(\.client) var client
  @Dependency(\.count) var count

  func use() {
    _ = Dependency[\.now]
    _ = Dependencies[\.client]
    Dependencies[\.count] = 1
    Dependencies.update(\.count) { $0 += 1 }
    Features.update(\.isNew) { $0.toggle() }
    _ = Features[\.isNew]
  }
}

@available(*, deprecated)
typealias Feature<Value> = InjectableKeyPath<Features, Value>

@available(*, deprecated)
struct OldReader {
  @Feature(\.isNew) var isNew
  let again = Feature[\.isNew]

  func replace() { Dependencies.inject(\.client, LiveClient()) }
}
