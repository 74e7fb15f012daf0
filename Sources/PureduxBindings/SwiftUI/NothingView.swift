#if canImport(SwiftUI)
  internal import SwiftUI

  /// Takes no space. Unlike an `EmptyView` it appears, so that its modifiers take effect.
  struct NothingView: View {
    var body: some View { Color.clear.frame(width: 0, height: 0) }
  }
#endif
