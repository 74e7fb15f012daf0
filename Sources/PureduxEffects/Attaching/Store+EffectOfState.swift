public import Dispatch

// The forms for a store whose whole state is what asks for the work.
extension Store {
  /// Makes and runs an effect whenever the store's state asks for it, and stops it when that says so.
  @inlinable
  @discardableResult
  public func effect(
    on queue: DispatchQueue? = nil, name: String = "effect",
    create: @escaping CreateEffect
  ) -> Self where State == Effect.State {
    effect({ $0 }, on: queue, name: name, create: create)
  }

  /// Makes and runs an effect whenever the store's state becomes true, and stops it when it becomes false.
  @inlinable
  @discardableResult
  public func effectToggle(
    on queue: DispatchQueue? = nil, name: String = "toggle",
    create: @escaping CreateEffect
  ) -> Self where State == Bool {
    effect(toggle: { $0 }, on: queue, name: name, create: create)
  }

  /// Makes and runs an effect whenever the store's state changes; what it was at first starts nothing.
  @inlinable
  @discardableResult
  public func effectOnChange(
    overlap: Effect.Overlap = .latest, on queue: DispatchQueue? = nil, name: String = "onChange",
    create: @escaping CreateEffect
  ) -> Self where State: Equatable {
    effect(onChange: { $0 }, overlap: overlap, on: queue, name: name, create: create)
  }

  /// Makes and runs an effect for each element of the store's state that asks for it.
  @inlinable
  @discardableResult
  public func effectCollection(
    limit: Int? = nil, on queue: DispatchQueue? = nil, name: String = "collection",
    forEach create: @escaping CreateForEachEffect
  ) -> Self where State: Collection, State.Element == Effect.State {
    effect(collection: { $0 }, limit: limit, on: queue, name: name, forEach: create)
  }
}
