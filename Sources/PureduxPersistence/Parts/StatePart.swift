public import PureduxCollections

/// A part of a state; a journal saves the changes to each part separately.
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
/// The file contains the name of the part instead of the property's name, so the property may be renamed. A property
/// without a part is not saved, and restoring does not change it. The order of the parts is irrelevant.
public struct StatePart<State: Sendable>: Sendable {
  @usableFromInline
  typealias TakeIn =
    @Sendable (
      _ changes: StoredChanges, _ format: any PersistenceFormat, _ state: inout State
    ) throws -> Void

  let name: String
  let version: Int
  let isElements: Bool
  /// Whether this value only names a part to remove from the file.
  let isRemoved: Bool
  let follow: @Sendable () -> PartFollower<State>
  let decode: @Sendable (_ part: StoredPart, _ format: any PersistenceFormat) throws -> PartChange<State>
  /// Applies changes to a list, and throws if the changes do not fit the list; nil for a value.
  let takeIn: TakeIn?
  let copy: @Sendable (_ source: State, _ state: inout State) -> Void
  /// Re-encodes data that was read from the file, using the current version of the part.
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

  /// A part from an earlier version of the application, removed the next time the file is rewritten.
  ///
  /// Other undeclared parts in the file are kept, because another version of the application may need them.
  ///
  /// - Parameter name: The name of the part in the file.
  public static func removed(_ name: String) -> StatePart { StatePart(removed: name) }

  /// An ordered state whose changed elements are saved individually.
  ///
  /// The cost of a save is proportional to the number of changed elements, regardless of the total number of elements.
  ///
  /// - Parameters:
  ///   - name: The name of the part in the file.
  ///   - path: The property, which is set once each time a state is restored.
  ///   - version: The version of the element type. Increment the version when older elements can no longer be decoded.
  ///   - migrations: Conversions from older versions of the element type.
  @inlinable
  public static func elements<Element: Codable & Identifiable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<State, OrderedState<Element>> & Sendable, version: Int = 1,
    migrations: [Migration<Element>] = []
  ) -> StatePart where Element.ID: Sendable {
    let access = PartAccess(path)
    return StatePart(name: name, version: version, isElements: true) {
      let follower = ElementsFollower<Element>()
      return PartFollower(
        look: { state in access.lend(state) { lend($0) { follower.look(at: $0) } } },
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

  /// A value that is saved as a whole when its version changes.
  ///
  /// Use this method for arrays, dictionaries and other large values that are marked with `@Tracked`.
  ///
  /// - Parameters:
  ///   - name: The name of the part in the file.
  ///   - path: The property, which is set once each time a state is restored.
  ///   - version: The version of the value's type. Increment the version when an older value can no longer be decoded.
  ///   - migrations: Conversions from older versions of the value's type.
  ///   - mark: Returns the version of the current contents, for example `{ $0.$tags.version }`. The closure is called
  ///     in each turn, so it must not use a store.
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

  /// A small value that is saved as a whole when it differs from a retained copy of the previous value.
  ///
  /// - Parameters:
  ///   - name: The name of the part in the file.
  ///   - path: The property, which is set once each time a state is restored.
  ///   - version: The version of the value's type. Increment the version when an older value can no longer be decoded.
  ///   - migrations: Conversions from older versions of the value's type.
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

/// Applies the saved data of a part to a state.
@usableFromInline typealias PartChange<State> = @Sendable (_ state: inout State) -> Void

/// Provides access to a property of a lent state.
///
/// A stored property is accessed at its offset, without reading the rest of the state.
@frozen
@usableFromInline
struct PartAccess<State, Part>: Sendable {
  @usableFromInline let path: any WritableKeyPath<State, Part> & Sendable
  /// The byte offset of the property; nil for a computed property.
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
    // SAFETY: the state is lent until the call returns, and `MemoryLayout` has confirmed that the part is stored at
    // this offset.
    return body((UnsafeRawPointer(state) + offset).assumingMemoryBound(to: Part.self))
  }
}
