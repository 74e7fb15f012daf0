/// Declares a dependency: an entry of a container, whose initial value is its default.
///
/// ```swift
/// extension Dependencies {
///   @DependencyEntry var rollDice = { Int.random(in: 1...6) }
///   @DependencyEntry var api: any APIClient = LiveClient()
/// }
///
/// func playTurn() -> Int { Dependency[\.rollDice]() + Dependency[\.rollDice]() }
/// ```
///
/// Attach it to a `var` with an initial value, in ``Dependencies`` or another container. The initial value is
/// evaluated once, when the entry is first read, and not at all if the entry is set before. The macro writes the
/// accessors of the property and a private `EntryStorage` with the default; ``EntryStorage`` shows both. A
/// declaration that cannot be an entry, such as a `let` or a computed property, is an error that says why.
///
/// The property may belong to the main actor, or to another global actor whose name ends in `Actor`.
@attached(accessor)
@attached(peer, names: prefixed(__entry_))
public macro DependencyEntry() = #externalMacro(module: "PureduxMacros", type: "DependencyEntryMacro")
