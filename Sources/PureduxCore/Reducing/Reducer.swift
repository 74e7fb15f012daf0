/// Changes a state in place, as an action says.
public typealias Reducer<State, Action> = @Sendable (inout State, Action) -> Void
