/// Changes actions and states before they are written: is given each, and returns what is written in its place.
typealias Redaction = @Sendable (_ value: Any) -> Any
