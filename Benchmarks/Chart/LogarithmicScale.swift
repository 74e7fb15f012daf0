import Foundation

/// Maps times to positions, with the same distance for each factor of ten.
package struct LogarithmicScale: Equatable, Sendable {
  package let times: ClosedRange<Double>
  package let positions: ClosedRange<Double>

  /// A scale that begins at a power of ten, with some room after the slowest time.
  ///
  /// Times that are not positive cannot be displayed on such a scale and are ignored.
  package init(covering values: some Sequence<Double>, positions: ClosedRange<Double>) {
    let values = values.filter { $0 > 0 }
    let least = values.min() ?? 1
    let greatest = max(values.max() ?? 10, least * 10)
    times = pow(10, (log10(least)).rounded(.down))...(greatest * 1.25)
    self.positions = positions
  }

  package func position(of nanoseconds: Double) -> Double {
    let share = (log10(nanoseconds) - log10(times.lowerBound)) / (log10(times.upperBound) - log10(times.lowerBound))
    return positions.lowerBound + share * (positions.upperBound - positions.lowerBound)
  }

  /// The powers of ten on the scale.
  package var ticks: [Double] {
    let first = Int(log10(times.lowerBound).rounded())
    let last = Int(log10(times.upperBound).rounded(.down))
    return (first...last).map { pow(10, Double($0)) }
  }
}
