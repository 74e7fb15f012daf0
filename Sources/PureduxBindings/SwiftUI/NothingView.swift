#if canImport(SwiftUI)
  internal import SwiftUI

  /// Takes no room. Unlike an `EmptyView` it appears, so that what is attached to it begins.
  struct NothingView: View {
    var body: some View { Color.clear.frame(width: 0, height: 0) }
  }
#endif
