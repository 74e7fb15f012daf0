/// Whether one budget of one workload was met.
package struct Verdict: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    case met
    case missed
    /// The workload or its baseline is not among the findings.
    case notMeasured
    /// This machine cannot measure it, for this reason.
    case unavailable(String)
  }

  package var workload: String
  /// The subject of the comparison: the name of a baseline, "ns", or the name of a count.
  package var subject: String
  package var measured: Double?
  package var limit: Double
  /// Whether the subject is a time, absolute or relative, and not a count.
  package var isTime: Bool
  /// Whether the exponent of the growth since the subject was measured, and not a multiple of it.
  package var isExponent = false
  package var outcome: Outcome

  /// Whether a check has to fail.
  package var isFailure: Bool { outcome == .missed || outcome == .notMeasured }
}
