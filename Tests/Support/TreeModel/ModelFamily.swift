import PureduxChildren
import PureduxCore

/// Children that follow the state of a store of the model, three levels deep. Each level reads other bits of the state,
/// and an element makes its own children in its initializer.
struct ModelFamily: Sendable {
  typealias Elements = Children<Int, ModelFamily>

  static let depth = 3

  private let below: Elements?

  /// Follows a store. `isRead` is called when the first level reads a state.
  static func following(_ store: ModelStore.Handle, isRead: @escaping @Sendable (Trail) -> Void) -> Elements {
    store.children(
      of: { trail in
        isRead(trail)
        return elements(of: trail, level: 0)
      }, id: \.self
    ) { parent, _ in ModelFamily(of: parent, level: 1) }
  }

  private init(of parent: ModelStore.Handle, level: Int) {
    guard level < Self.depth else {
      below = nil
      return
    }
    below = parent.children(of: { Self.elements(of: $0, level: level) }, id: \.self) { parent, _ in
      ModelFamily(of: parent, level: level + 1)
    }
  }

  /// The ids of all descendants of a family, each followed by its own.
  static func ids(in family: Elements) -> [Int] { family.ids.flatMap { [$0] + (family[$0]?.below.map(ids) ?? []) } }

  /// The ids that a family has in a state.
  static func ids(in trail: Trail, level: Int = 0) -> [Int] {
    level == depth ? [] : elements(of: trail, level: level).flatMap { [$0] + ids(in: trail, level: level + 1) }
  }

  private static func elements(of trail: Trail, level: Int) -> [Int] {
    (0..<2).filter { (trail.last ?? 0) >> (level * 2 + $0) & 1 == 1 }.map { level * 10 + $0 }
  }
}
