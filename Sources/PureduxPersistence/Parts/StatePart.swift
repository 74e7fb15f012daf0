/// A part of a state that a journal saves on its own, where it has changed.
///
/// ```swift
/// struct Library: Sendable {
///   var articles: OrderedState<Article> = []
///   @Tracked var tags: [String] = []
///   var settings = Settings()
///
///   static let saved: [StatePart<Library>] = [
///     .elements("articles", \.articles),
///     .value("tags", \.tags, trackedBy: { $0.$tags.version }),
///     .value("settings", \.settings),
///   ]
/// }
/// ```
///
/// The name is in the file, so the property may be renamed. A property that no part names is not saved, and stays as it is
/// when a state is restored. The order of the parts does not matter.
public struct StatePart<State: Sendable>: Sendable {
  @usableFromInline
  typealias TakeIn =
    @Sendable (
      _ changes: StoredChanges, _ format: any PersistenceFormat, _ state: inout State
    ) throws -> Void

  let name: String
  let version: Int
  let isElements: Bool
  /// Whether only its name is known, which goes from the file.
  let isRemoved: Bool
  let follow: @Sendable () -> PartFollower<State>
  let decode: @Sendable (_ part: StoredPart, _ format: any PersistenceFormat) throws -> PartChange<State>
  /// Takes changes of a list in, and throws for those that cannot be made; nil for a value.
  let takeIn: TakeIn?
  let copy: @Sendable (_ source: State, _ state: inout State) -> Void
  /// What was read, to be saved again in the present version.
  let recode: @Sendable (_ part: StoredPart, _ format: any PersistenceFormat) throws -> PendingPart

  @usableFromInline
  init(
    name: String, version: Int, isElements: Bool, follow: @escaping @Sendable () -> PartFollower<State>,
    decode: @escaping @Sendable (_ part: StoredPart, _ format: any PersistenceFormat) throws -> PartChange<State>,
    takeIn: TakeIn? = nil,
    copy: @escaping @Sendable (_ source: State, _ state: inout State) -> Void,
    recode: @escaping @Sendable (_ part: StoredPart, _ format: any PersistenceFormat) throws -> PendingPart
  ) {
    (self.name, self.version, self.isElements) = (name, version, isElements)
    (self.follow, self.decode, self.takeIn, self.copy, isRemoved) = (follow, decode, takeIn, copy, false)
    self.recode = recode
  }

  private init(removed name: String) {
    (self.name, version, isElements, isRemoved) = (name, 0, false, true)
    follow = { PartFollower(look: { _ in false }, take: { _, _ in nil }, begin: { _ in }, count: { _ in 0 }) }
    (decode, takeIn, copy) = ({ _, _ in { _ in } }, nil, { _, _ in })
    recode = { part, _ in throw JournalProblem.malformed("the part `\(part.image.name)` was removed") }
  }

  /// A part that was saved once, and goes from the file when that is next written anew.
  ///
  /// A part that is in the file and not declared at all is kept, for another version of the application may need it.
  ///
  /// - Parameter name: The name of the part in the file.
  public static func removed(_ name: String) -> StatePart { StatePart(removed: name) }

  /// An ordered state, of which each changed element is saved.
  ///
  /// A save of some changed elements costs as much as they do, however many elements there are.
  ///
  /// - Parameters:
  ///   - name: The name of the part in the file.
  ///   - path: The property. It is written once, when a state is restored.
  ///   - version: The shape of one element. Raise it when older elements could not be decoded any more.
  ///   - migrations: How elements of older versions become elements of this version.
  @inlinable
  public static func elements<Element: Codable & Identifiable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<State, OrderedState<Element>> & Sendable, version: Int = 1,
    migrations: [Migration<Element>] = []
  ) -> StatePart where Element.ID: Sendable {
    let access = PartAccess(path)
    return StatePart(name: name, version: version, isElements: true) {
      let follower = ElementsFollower<Element>()
      return PartFollower(
        look: { state in access.lend(state) { follower.look(at: $0.pointee) } },
        take: { state, isWhole in access.lend(state) { follower.take(from: $0.pointee, isWhole: isWhole) } },
        begin: { state in access.lend(state) { follower.begin(with: $0.pointee) } },
        count: { state in access.lend(state) { $0.pointee.count } })
    } decode: { part, format in
      let elements = try part.elements(PartCoding(version: version, migrations: migrations), format)
      return { state in state[keyPath: path] = elements }
    } takeIn: { changes, format, state in
      let coding = PartCoding(version: version, migrations: migrations)
      try changes.apply(to: &state[keyPath: path], coding, format)
    } copy: { source, state in
      state[keyPath: path] = source[keyPath: path]
    } recode: { part, format in
      PendingPart(all: try part.elements(PartCoding(version: version, migrations: migrations), format))
    }
  }

  /// A value that is saved as a whole when its version has changed.
  ///
  /// For arrays, dictionaries and other large values that are marked with `@Tracked`.
  ///
  /// - Parameters:
  ///   - name: The name of the part in the file.
  ///   - path: The property. It is written once, when a state is restored.
  ///   - version: The shape of the value. Raise it when an older value could not be decoded any more.
  ///   - migrations: How values of older versions become values of this version.
  ///   - mark: The version of the present contents, for example `{ $0.$tags.version }`. It is read in each turn and must not
  ///     touch a store.
  @inlinable
  public static func value<Value: Codable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<State, Value> & Sendable, version: Int = 1,
    migrations: [Migration<Value>] = [], trackedBy mark: @escaping @Sendable (_ state: State) -> Version
  ) -> StatePart {
    let access = PartAccess(path)
    return StatePart(name: name, version: version, isElements: false) {
      let follower = ValueFollower<Value, Version>()
      return PartFollower(
        look: { state in
          let mark = lend(state) { mark($0) }
          return follower.look { seen in
            mark == seen
          } mark: {
            mark
          }
        },
        take: { state, isWhole in
          let mark = lend(state) { mark($0) }
          return access.lend(state) { follower.take(from: $0.pointee, mark, isWhole: isWhole) }
        },
        begin: { state in follower.begin(with: lend(state) { mark($0) }) },
        count: { _ in 0 })
    } decode: { part, format in
      let value = try part.value(PartCoding(version: version, migrations: migrations), format)
      return { state in state[keyPath: path] = value }
    } copy: { source, state in
      state[keyPath: path] = source[keyPath: path]
    } recode: { part, format in
      PendingPart(value: try part.value(PartCoding(version: version, migrations: migrations), format))
    }
  }

  /// A small value that is saved as a whole when it is not equal to the one before, of which a copy is kept.
  ///
  /// - Parameters:
  ///   - name: The name of the part in the file.
  ///   - path: The property. It is written once, when a state is restored.
  ///   - version: The shape of the value. Raise it when an older value could not be decoded any more.
  ///   - migrations: How values of older versions become values of this version.
  @inlinable
  public static func value<Value: Codable & Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<State, Value> & Sendable, version: Int = 1,
    migrations: [Migration<Value>] = []
  ) -> StatePart {
    let access = PartAccess(path)
    return StatePart(name: name, version: version, isElements: false) {
      let follower = ValueFollower<Value, Value>()
      return PartFollower(
        look: { state in
          access.lend(state) { value in
            follower.look { seen in
              value.pointee == seen
            } mark: {
              value.pointee
            }
          }
        },
        take: { state, isWhole in
          access.lend(state) { follower.take(from: $0.pointee, $0.pointee, isWhole: isWhole) }
        },
        begin: { state in access.lend(state) { follower.begin(with: $0.pointee) } },
        count: { _ in 0 })
    } decode: { part, format in
      let value = try part.value(PartCoding(version: version, migrations: migrations), format)
      return { state in state[keyPath: path] = value }
    } copy: { source, state in
      state[keyPath: path] = source[keyPath: path]
    } recode: { part, format in
      PendingPart(value: try part.value(PartCoding(version: version, migrations: migrations), format))
    }
  }
}

/// Puts what was saved of a part into a state.
@usableFromInline typealias PartChange<State> = @Sendable (_ state: inout State) -> Void

/// A property in a state that is lent: a stored one is found at its offset, without reading the rest.
@usableFromInline
struct PartAccess<State, Part>: Sendable {
  @usableFromInline let path: any WritableKeyPath<State, Part> & Sendable
  /// Nil for a property that is computed.
  @usableFromInline let offset: Int?

  @inlinable
  init(_ path: any WritableKeyPath<State, Part> & Sendable) {
    self.path = path
    offset = MemoryLayout<State>.offset(of: path)
  }

  @inlinable
  @inline(__always)
  func lend<Result>(_ state: UnsafePointer<State>, _ body: (UnsafePointer<Part>) -> Result) -> Result {
    guard let offset else { return withUnsafePointer(to: state.pointee[keyPath: path], body) }
    // SAFETY: the state is lent until this returns, and the compiler has said that the part is stored at this offset.
    return body((UnsafeRawPointer(state) + offset).assumingMemoryBound(to: Part.self))
  }
}
