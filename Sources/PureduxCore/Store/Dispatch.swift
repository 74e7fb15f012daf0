/// Sends an action to a store; to be kept and passed on as a value.
public typealias Dispatch<Action> = @Sendable (_ action: Action) -> Void
