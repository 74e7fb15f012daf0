/// The shape that represents one library, so that a reader need not distinguish colors.
enum Mark: Int, CaseIterable {
  case diamond, square, triangle, invertedTriangle, ring, cross

  /// The shape as SVG, with its centre at the origin.
  var shape: String {
    switch self {
    case .diamond: "<path d=\"M0-6L6 0L0 6L-6 0Z\"/>"
    case .square: "<path d=\"M-4.5-4.5H4.5V4.5H-4.5Z\"/>"
    case .triangle: "<path d=\"M0-6L5.5 4.5H-5.5Z\"/>"
    case .invertedTriangle: "<path d=\"M0 6L5.5-4.5H-5.5Z\"/>"
    case .ring: "<circle r=\"4.5\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.5\"/>"
    case .cross: "<path d=\"M-5-5L5 5M5-5L-5 5\" stroke=\"currentColor\" stroke-width=\"2.5\"/>"
    }
  }

  /// Ours, larger than the others.
  static let own = "<circle r=\"7\"/>"
}
