#if canImport(SwiftUI)
  public import PureduxBindings
  public import SwiftUI

  extension ActionBinding {
    /// A binding that dispatches an action when it is set.
    @available(*, deprecated, message: "Write `$` before the name of the property: `props.$text`.")
    @MainActor
    public func toBinding() -> Binding<Value> { projectedValue }
  }
#endif
