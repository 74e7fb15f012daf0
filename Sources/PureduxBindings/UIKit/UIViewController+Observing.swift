#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  extension UIViewController: UIStateObserver {}
  extension UIView: UIStateObserver {}
#endif
