import Foundation

/// Code shared by the charts.
enum SVG {
  /// A time with its unit and two or three digits.
  static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<999.5: String(format: "%.0f ns", nanoseconds)
    case ..<9_950: String(format: "%.1f µs", nanoseconds / 1_000).replacingOccurrences(of: ".0 ", with: " ")
    case ..<999_500: String(format: "%.0f µs", nanoseconds / 1_000)
    default: String(format: "%.0f ms", nanoseconds / 1_000_000)
    }
  }

  static func rounded(_ position: Double) -> String { String(format: "%.1f", position) }

  static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }
}
