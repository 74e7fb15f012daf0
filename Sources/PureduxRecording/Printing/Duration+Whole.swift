extension Duration {
  package var wholeMicroseconds: Int { wholeNanoseconds / 1000 }

  /// Durations of more than 292 years are cut.
  package var wholeNanoseconds: Int {
    let (seconds, attoseconds) = components
    let (product, overflow) = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? (seconds < 0 ? .min : .max) : product &+ Int(attoseconds / 1_000_000_000)
  }
}
