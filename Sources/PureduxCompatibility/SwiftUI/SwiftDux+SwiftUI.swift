#if canImport(SwiftUI)
  public import SwiftUI

  extension ActionBinding {
    /// Returns a binding whose setter dispatches an action.
    @available(*, deprecated, message: "Write `$` before the name of the property: `props.$text`.")
    @MainActor
    public func toBinding() -> Binding<Value> { projectedValue }
  }
#endif
