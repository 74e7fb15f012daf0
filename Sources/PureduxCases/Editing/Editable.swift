// With `arbitrary`, the compiler always expands the macro. Otherwise, it would not report the mistake in `@Editable enum`
// until `Edit` is used.

/// Declares an enumeration of the edits to a structure, with a case for each property, and a method that applies an edit.
///
/// ```swift
/// @Editable struct SyncUp: Hashable, Codable, Sendable {
///   let id: Int
///   var title = ""
///   var attendees: [String] = []
/// }
///
/// var syncUp = SyncUp(id: 1)
/// syncUp.apply(.title("Morning"))
/// syncUp.apply(.attendees(["Ada"]))
/// ```
///
/// A single action then represents all fields of a form: declare `case edit(SyncUp.Edit)`, and reduce that action with
/// `syncUp.apply(edit)`.
///
/// An edit has a case for each stored `var` that can be set wherever the structure can be used. For example, it has no
/// case for a `private(set)` property, or for an internal property of a public structure. Constants, computed, static,
/// `lazy`, `weak`, `unowned` and deprecated properties have no case, and neither do properties with
/// ``EditableIgnored()``. The case has the written type of its property. If no type is written, the initial value must
/// be a literal: a string, an integer, a floating-point number or a Boolean value. The declarations have the access
/// level of the structure.
///
/// If the type of a property is not `Codable`, for example, name the protocols that edits conform to instead:
/// `@Editable(Equatable.self, Sendable.self)`. If the structure is generic, its parameters must conform to these
/// protocols too.
///
/// - Parameter conformances: The protocols that the enumeration conforms to. Without arguments, the enumeration is
///   `Hashable`, `Codable` and `Sendable`.
@attached(member, names: named(Edit), named(apply), arbitrary)
public macro Editable(_ conformances: Any.Type...) = #externalMacro(module: "PureduxMacros", type: "EditableMacro")

/// Excludes a property from the edits that ``Editable(_:)`` declares.
///
/// ```swift
/// @Editable struct Draft: Equatable, Sendable {
///   var title = ""
///   @EditableIgnored var attempts: [Int] = []
/// }
/// ```
///
/// Exclude a property that only reducers set, or whose type does not have the conformances of the edits.
@attached(peer)
public macro EditableIgnored() = #externalMacro(module: "PureduxMacros", type: "EditableIgnoredMacro")
