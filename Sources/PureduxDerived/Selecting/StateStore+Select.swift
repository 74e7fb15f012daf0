// One form for each number of inputs, and no parameter pack: the compiler does not specialise packs.
extension StateStore {
  /// Makes a store that shows what is computed from a part of the state, again only when that part has changed.
  ///
  /// An input that carries a version, such as an `OrderedState` or a `@Tracked` property, is compared by its version,
  /// which costs the same however large it is. Any other input is kept and compared with `==`, so let it be small. `compute`
  /// runs once for each change, for all observers of all copies of this handle together, and not at all while nobody
  /// observes or reads. Observers are called only after a change. The last result goes with the last handle and the last
  /// observer.
  ///
  /// ```swift
  /// let stars = store.select(\.count) { count in String(repeating: "*", count: count) }
  /// let subscription = stars.subscribe { print($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - a: The input: a key path or a closure. A closure is quicker than a key path of several parts.
  ///   - name: What the selector is called in the events of `tap(_:)`, which tell how often it is computed and how long
  ///     that takes.
  ///   - compute: Computes the result from the input alone.
  @inlinable
  @inline(__always)
  public func select<A: Equatable & Sendable, Output: Sendable>(
    _ a: @escaping @Sendable (_ state: State) -> A, name: String = "selector",
    compute: @escaping @Sendable (_ a: A) -> Output
  ) -> StateStore<Output, Action> {
    select(name, whenChanged: .input(a)) { compute(a($0)) }
  }

  /// Makes a store that shows what is computed from a part of the state that has a version, again only after a new one.
  ///
  /// The version alone is compared, so the part need not be `Equatable`: for example an `OrderedState` of elements that cannot
  /// be compared.
  ///
  /// ```swift
  /// struct Sounds: Versioned, Sendable {
  ///   private(set) var version = Version()
  ///   var all: [@Sendable () -> Void] = [] { didSet { version = Version() } }
  /// }
  /// let silent = StateStore<Sounds, Int>(Sounds()) { _, _ in }
  /// let count = silent.select({ $0 }) { sounds in sounds.all.count }
  /// ```
  ///
  /// - Parameters:
  ///   - a: The input: a key path or a closure.
  ///   - name: What the selector is called in the events of `tap(_:)`.
  ///   - compute: Computes the result from the input alone.
  @_disfavoredOverload
  @inlinable
  @inline(__always)
  public func select<A: Versioned & Sendable, Output: Sendable>(
    _ a: @escaping @Sendable (_ state: State) -> A, name: String = "selector",
    compute: @escaping @Sendable (_ a: A) -> Output
  ) -> StateStore<Output, Action> {
    select(name, whenChanged: .version(of: a, as: A.self)) { compute(a($0)) }
  }

  /// Makes a store that shows what is computed from parts of the state that have a version or are `Equatable`.
  ///
  /// It follows the same rules as the form with one input, and stands in for the forms below where an input has a version
  /// and is not `Equatable`. An input that is neither is reported as misuse, and the result is computed for each state then.
  ///
  /// - Parameters:
  ///   - a: The first input: a key path or a closure.
  ///   - b: The second input.
  ///   - others: Further inputs.
  ///   - name: What the selector is called in the events of `tap(_:)`.
  ///   - compute: Computes the result from the inputs alone.
  @_disfavoredOverload
  public func select<A: Sendable, B: Sendable, each Other: Sendable, Output: Sendable>(
    _ a: @escaping @Sendable (_ state: State) -> A, _ b: @escaping @Sendable (_ state: State) -> B,
    _ others: repeat @escaping @Sendable (_ state: State) -> each Other, name: String = "selector",
    compute: @escaping @Sendable (_ a: A, _ b: B, repeat each Other) -> Output
  ) -> StateStore<Output, Action> {
    var equating = node.equating(a) && node.equating(b)
    for other in repeat each others { equating = equating && node.equating(other) }
    return select(name, whenChanged: equating) { compute(a($0), b($0), repeat (each others)($0)) }
  }

  /// Makes a store that shows what is computed from two parts of the state, again only when one of them has changed.
  ///
  /// It follows the same rules as the form with one input.
  ///
  /// ```swift
  /// let label = store.select(\.title, \.count) { title, count in "\(title): \(count)" }
  /// ```
  @inlinable
  @inline(__always)
  public func select<A: Equatable & Sendable, B: Equatable & Sendable, Output: Sendable>(
    _ a: @escaping @Sendable (_ state: State) -> A, _ b: @escaping @Sendable (_ state: State) -> B,
    name: String = "selector", compute: @escaping @Sendable (_ a: A, _ b: B) -> Output
  ) -> StateStore<Output, Action> {
    select(name, whenChanged: .input(a) && .input(b)) {
      compute(a($0), b($0))
    }
  }

  /// Makes a store that shows what is computed from three parts of the state, again only when one of them has changed.
  @inlinable
  @inline(__always)
  public func select<A: Equatable & Sendable, B: Equatable & Sendable, C: Equatable & Sendable, Output: Sendable>(
    _ a: @escaping @Sendable (_ state: State) -> A, _ b: @escaping @Sendable (_ state: State) -> B,
    _ c: @escaping @Sendable (_ state: State) -> C,
    name: String = "selector", compute: @escaping @Sendable (_ a: A, _ b: B, _ c: C) -> Output
  ) -> StateStore<Output, Action> {
    select(name, whenChanged: .input(a) && .input(b) && .input(c)) {
      compute(a($0), b($0), c($0))
    }
  }

  /// Makes a store that shows what is computed from four parts of the state, again only when one of them has changed.
  @inlinable
  @inline(__always)
  public func select<
    A: Equatable & Sendable, B: Equatable & Sendable, C: Equatable & Sendable, D: Equatable & Sendable, Output: Sendable
  >(
    _ a: @escaping @Sendable (_ state: State) -> A, _ b: @escaping @Sendable (_ state: State) -> B,
    _ c: @escaping @Sendable (_ state: State) -> C, _ d: @escaping @Sendable (_ state: State) -> D,
    name: String = "selector", compute: @escaping @Sendable (_ a: A, _ b: B, _ c: C, _ d: D) -> Output
  ) -> StateStore<Output, Action> {
    select(name, whenChanged: .input(a) && .input(b) && .input(c) && .input(d)) {
      compute(a($0), b($0), c($0), d($0))
    }
  }

  /// Makes a store that shows what is computed from five parts of the state, again only when one of them has changed.
  @inlinable
  @inline(__always)
  public func select<
    A: Equatable & Sendable, B: Equatable & Sendable, C: Equatable & Sendable, D: Equatable & Sendable,
    E: Equatable & Sendable, Output: Sendable
  >(
    _ a: @escaping @Sendable (_ state: State) -> A, _ b: @escaping @Sendable (_ state: State) -> B,
    _ c: @escaping @Sendable (_ state: State) -> C, _ d: @escaping @Sendable (_ state: State) -> D,
    _ e: @escaping @Sendable (_ state: State) -> E,
    name: String = "selector", compute: @escaping @Sendable (_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) -> Output
  ) -> StateStore<Output, Action> {
    select(name, whenChanged: .input(a) && .input(b) && .input(c) && .input(d) && .input(e)) {
      compute(a($0), b($0), c($0), d($0), e($0))
    }
  }

  /// Makes a store that shows what is computed from six parts of the state, again only when one of them has changed.
  @inlinable
  @inline(__always)
  public func select<
    A: Equatable & Sendable, B: Equatable & Sendable, C: Equatable & Sendable, D: Equatable & Sendable,
    E: Equatable & Sendable, F: Equatable & Sendable, Output: Sendable
  >(
    _ a: @escaping @Sendable (_ state: State) -> A, _ b: @escaping @Sendable (_ state: State) -> B,
    _ c: @escaping @Sendable (_ state: State) -> C, _ d: @escaping @Sendable (_ state: State) -> D,
    _ e: @escaping @Sendable (_ state: State) -> E, _ f: @escaping @Sendable (_ state: State) -> F,
    name: String = "selector", compute: @escaping @Sendable (_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) -> Output
  ) -> StateStore<Output, Action> {
    select(name, whenChanged: .input(a) && .input(b) && .input(c) && .input(d) && .input(e) && .input(f)) {
      compute(a($0), b($0), c($0), d($0), e($0), f($0))
    }
  }

  /// Makes a store that shows what is computed from the state, again only when the marks have changed.
  ///
  /// For a computation that needs many parts of the state, or knows a shorter way to tell whether they have changed. The
  /// marks are kept, so let them be small.
  ///
  /// ```swift
  /// let summary = store.select(when: { [$0.count, $0.title.count] }) { "\($0.title): \($0.count)" }
  /// ```
  ///
  /// - Parameters:
  ///   - marks: Gives a small value that differs whenever the result may differ.
  ///   - name: What the selector is called in the events of `tap(_:)`.
  ///   - compute: Computes the result.
  @inlinable
  @inline(__always)
  public func select<Marks: Equatable & Sendable, Output: Sendable>(
    when marks: @escaping @Sendable (_ state: State) -> Marks, name: String = "selector",
    compute: @escaping @Sendable (_ state: State) -> Output
  ) -> StateStore<Output, Action> {
    select(name, whenChanged: .equal(marks), compute: compute)
  }
}

extension StateStore {
  /// Makes a store that shows a part of this store's state, and makes it again only when the state has changed.
  ///
  /// `equating` says what a change is. `transform` runs once for each change, for all observers of all copies of this
  /// handle together, and not at all while nobody observes or reads. Observers are called only after a change, and reading
  /// gives what was made for them. The last part that was made is kept until the last handle and the last observer go.
  ///
  /// ```swift
  /// let label = store.map(state: { "\($0.title): \($0.count)" }, whenChanged: .equal { $0.count })
  /// let subscription = label.subscribe { print($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - transform: Makes the part. It should depend on nothing but what `equating` compares.
  ///   - equating: Says when two states give the same part. What it compares is kept, so compare small values or versions:
  ///     a large value that is kept is copied by the next change.
  ///   - name: What the store is called in the events of `tap(_:)`.
  @inlinable
  public func map<Part: Sendable>(
    state transform: @escaping @Sendable (_ state: State) -> Part, whenChanged equating: Equating<State>,
    name: String = "map"
  ) -> StateStore<Part, Action> {
    select(name, whenChanged: equating, compute: transform)
  }

  /// Makes a store that shows the same states and passes on only those that differ from the one before.
  ///
  /// Put it behind a selector or another projection whose result often stays the same.
  ///
  /// ```swift
  /// let isEmpty = store.map(state: { $0.count == 0 }).removeDuplicates()
  /// let subscription = isEmpty.subscribe { print($0) }
  /// ```
  ///
  /// - Parameter equating: Says when two states are the same. What it compares is kept.
  @inlinable
  public func removeDuplicates(_ equating: Equating<State>) -> StateStore {
    select(nil, whenChanged: equating) { $0 }
  }

  /// The one form that all selectors come down to. Those without a name are not told to the taps.
  @inlinable
  func select<Output: Sendable>(
    _ name: String?, whenChanged equating: Equating<State>, compute: @escaping @Sendable (State) -> Output
  ) -> StateStore<Output, Action> {
    StateStore<Output, Action>(node: node.selection(node.makeSelection(name, whenChanged: equating, compute: compute)))
  }
}

extension StateStore where State: Equatable {
  /// Makes a store that shows the same states and passes on only those that are not equal to the one before.
  ///
  /// The latest state is kept, so do not put it behind a store that shows a large part of the state as it is: the next
  /// change would copy that part.
  ///
  /// ```swift
  /// let isEmpty = store.map(state: { $0.count == 0 }).removeDuplicates()
  /// ```
  @inlinable
  public func removeDuplicates() -> StateStore { removeDuplicates(.asEquatable) }
}
