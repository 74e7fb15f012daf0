import Puredux
import SwiftUI

typealias Command = () -> Void

/// A view without any reference to stores.
struct TitleView: View {
  let title: String
  let didAppear: Command

  var body: some View {
    Text(title)
      .onAppear { didAppear() }
  }
}

extension TitleView {
  init(state: Radio, dispatch: @escaping Dispatch<any Action>) {
    self.init(
      title: state.title,
      didAppear: { dispatch(Like()) }
    )
  }
}

extension TitleView {
  /// The view's props, which some call a view model.
  struct Props: Sendable {
    let title: String
    let didAppear: @Sendable () -> Void
  }

  init(props: Props) { self.init(title: props.title, didAppear: props.didAppear) }
}

extension TitleView.Props {
  static func makeProps(state: Radio, dispatch: @escaping Dispatch<any Action>) -> TitleView.Props {
    TitleView.Props(title: state.title, didAppear: { dispatch(Like()) })
  }
}

struct TitlePresenter: Sendable {
  func makeProps(state: Radio, store: any Store<Radio, any Action>) -> TitleView.Props {
    TitleView.Props(title: state.title, didAppear: { store.dispatch(Like()) })
  }
}
