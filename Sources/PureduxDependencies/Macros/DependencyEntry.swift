/// Makes a property with an initial value an entry of its container: a default that can be replaced.
///
///     extension Dependencies { @DependencyEntry public var api: any APIClient = LiveClient() }
@attached(accessor)
@attached(peer, names: prefixed(__entry_))
public macro DependencyEntry() = #externalMacro(module: "PureduxMacros", type: "DependencyEntryMacro")
