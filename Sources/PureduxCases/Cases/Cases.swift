/// Makes each case of an enumeration a property, and a value that a key path names.
///
/// ```swift
/// @Cases enum Screen: Sendable {
///   case list
///   case item(id: Int)
/// }
///
/// func title(of screen: Screen) -> String { screen.item.map { "Item \($0)" } ?? "List" }
/// ```
///
/// For each case the macro declares a property with the payload, which is nil while another case is current. Setting
/// it changes the payload if the case is current and the new payload is not nil, and nothing otherwise. The macro
/// also declares the conformance to ``CaseAccessible``, so that `screen.is(\.item)`, `lifted(toCase:extracting:)` and
/// `map(actions:)` take the key path of a case. The declarations have the access level of the enumeration.
///
/// Attach it to an enumeration, which may belong to a global actor: the declarations belong to none. Cases inside `#if`,
/// and two cases with the same base name, are errors.
@attached(member, names: named(Cases), named(cases), arbitrary)
@attached(extension, conformances: CaseAccessible)
public macro Cases() = #externalMacro(module: "PureduxMacros", type: "CasesMacro")
