#if canImport(SwiftUI)
  internal import PureduxBindings
  internal import PureduxCore
  public import SwiftUI

  /// A value whose setter dispatches an action, or a function that dispatches an action.
  ///
  /// Two bindings are equal if their values are equal. Bindings of functions are always equal, because functions cannot
  /// be compared and are assumed to behave the same.
  @propertyWrapper
  public struct ActionBinding<Value>: Equatable {
    let value: Value
    private let isEqual: (Value) -> Bool
    /// Returns the value that the user has entered, if any; otherwise, returns the value in the props.
    private let get: () -> Value
    let set: (Value) -> Void

    init(
      _ value: Value, isEqual: @escaping (Value) -> Bool, get: (() -> Value)? = nil, set: @escaping (Value) -> Void
    ) {
      self.value = value
      self.isEqual = isEqual
      self.get = get ?? { value }
      self.set = set
    }

    /// The value in the props. Setting the value dispatches an action.
    ///
    /// This property is not isolated to the main actor, because before Swift 6, every type that uses the wrapper would
    /// inherit the isolation.
    public var wrappedValue: Value {
      get { value }
      nonmutating set { set(newValue) }
    }

    /// A binding whose setter dispatches an action.
    @MainActor
    public var projectedValue: Binding<Value> {
      let binding = UncheckedTransfer(value: self)
      return Binding(
        get: { binding.value.get() },
        set: { @MainActor value in binding.value.set(value) })
    }

    public static func == (one: ActionBinding, other: ActionBinding) -> Bool { one.isEqual(other.value) }
  }

  /// Binds parts of a view's props to actions that are dispatched to the connected store.
  ///
  /// A ``ConnectableView`` receives a binder when it computes its props. A bound value becomes a `Binding` for a
  /// control; a bound function becomes a closure that dispatches an action.
  public struct ActionBinder: Sendable {
    let dispatch: ActionDispatcher
    /// The bound fields of the view that displays the props; nil if there is no view.
    private let fields: BoundFields?
    private let counter = FieldCounter()

    init(dispatch: ActionDispatcher, fields: BoundFields? = nil) {
      self.dispatch = dispatch
      self.fields = fields
    }

    /// Binds a value for a control, such as a text field; setting the value dispatches an action.
    ///
    /// ```swift
    /// struct TitleField: ConnectableView {
    ///   struct Props: Equatable { @ActionBinding var title: String }
    ///   func map(state: Player, binder: ActionBinder) -> Props? {
    ///     Props(title: binder.bind(state.title) { PlayerAction.play($0) })
    ///   }
    ///   func body(props: Props) -> some View { TextField("title", text: props.$title) }
    /// }
    /// ```
    ///
    /// The field keeps the user's text until the action is reduced, and then displays the text in the state. No typed
    /// characters are lost, regardless of the store's runner. The source location of the call identifies the field.
    ///
    /// - Parameters:
    ///   - value: The current value in the state.
    ///   - makeAction: Creates the action that changes the value. If `makeAction` returns nil, no action is dispatched.
    ///   - fileID: The file that contains this call; the call's source location identifies the field.
    ///   - line: The line of this call.
    ///   - column: The column of this call.
    public func bind<Value: Equatable>(
      _ value: Value, dispatch makeAction: @escaping (Value) -> (any Sendable)?,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ActionBinding<Value> {
      guard let fields else {
        return ActionBinding(value, isEqual: { $0 == value }) { newValue in
          makeAction(newValue).map(dispatch.callAsFunction)
        }
      }
      let field = counter.next(BoundField(fileID: "\(fileID)", line: line, column: column))
      let current = fields.edits.value(of: field) ?? value
      return ActionBinding(current, isEqual: { $0 == current }) {
        fields.edits.value(of: field) ?? value
      } set: { newValue in
        guard let action = makeAction(newValue) else { return }
        fields.edits.begin(newValue, of: field)
        dispatch(action)
        dispatch.afterReducing {
          if fields.edits.end(of: field) { fields.onReduced() }
        }
      }
    }

    /// Binds a function that dispatches an action.
    public func bind(_ makeAction: @escaping () -> (any Sendable)?) -> ActionBinding<() -> Void> {
      function { makeAction().map(dispatch.callAsFunction) }
    }

    /// Binds a one-argument function that dispatches an action.
    public func bind<A>(_ makeAction: @escaping (A) -> (any Sendable)?) -> ActionBinding<(A) -> Void> {
      function { makeAction($0).map(dispatch.callAsFunction) }
    }

    /// Binds a two-argument function that dispatches an action.
    public func bind<A, B>(_ makeAction: @escaping (A, B) -> (any Sendable)?) -> ActionBinding<(A, B) -> Void> {
      function { makeAction($0, $1).map(dispatch.callAsFunction) }
    }

    /// Binds a three-argument function that dispatches an action.
    public func bind<A, B, C>(
      _ makeAction: @escaping (A, B, C) -> (any Sendable)?
    ) -> ActionBinding<(A, B, C) -> Void> {
      function { makeAction($0, $1, $2).map(dispatch.callAsFunction) }
    }

    /// Binds a four-argument function that dispatches an action.
    public func bind<A, B, C, D>(
      _ makeAction: @escaping (A, B, C, D) -> (any Sendable)?
    ) -> ActionBinding<(A, B, C, D) -> Void> {
      function { makeAction($0, $1, $2, $3).map(dispatch.callAsFunction) }
    }

    /// Binds a five-argument function that dispatches an action.
    public func bind<A, B, C, D, E>(
      _ makeAction: @escaping (A, B, C, D, E) -> (any Sendable)?
    ) -> ActionBinding<(A, B, C, D, E) -> Void> {
      function { makeAction($0, $1, $2, $3, $4).map(dispatch.callAsFunction) }
    }

    /// Binds a six-argument function that dispatches an action.
    public func bind<A, B, C, D, E, F>(
      _ makeAction: @escaping (A, B, C, D, E, F) -> (any Sendable)?
    ) -> ActionBinding<(A, B, C, D, E, F) -> Void> {
      function { makeAction($0, $1, $2, $3, $4, $5).map(dispatch.callAsFunction) }
    }

    private func function<Function>(_ function: Function) -> ActionBinding<Function> {
      ActionBinding(function, isEqual: { _ in true }, set: { _ in })
    }
  }

  /// A field of a connected view, identified by the location of its `bind` call. Repeated calls at the same location
  /// are numbered.
  struct BoundField: Hashable, Sendable {
    let fileID: String
    let line: UInt
    let column: UInt
    var occurrence = 0
  }

  /// The values entered in the bound fields of one connected view.
  ///
  /// Each value is kept until its edits have been reduced and the view displays the resulting state.
  @MainActor
  final class BoundFields {
    nonisolated let edits = EnteredValues<BoundField>(keepsReduced: true)
    /// Invalidates the view.
    var onReduced: () -> Void = {}

    nonisolated init() {}
  }

  /// Numbers the fields that one `bind` call creates in a loop, so that they can be distinguished.
  final class FieldCounter: Sendable {
    private let counts = Guarded<[BoundField: Int]>([:])

    func next(_ field: BoundField) -> BoundField {
      var next = field
      next.occurrence = counts.withLock { counts in
        counts[field, default: 0] += 1
        return counts[field, default: 0]
      }
      return next
    }
  }
#endif
