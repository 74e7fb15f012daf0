/// Whether one budget of one workload was met.
package struct Verdict: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    case met
    case missed
    /// The workload or its baseline is not among the findings.
    case notMeasured
    /// This machine cannot measure the subject, for this reason.
    case unavailable(String)
  }

  package var workload: String
  /// The subject of the comparison: the name of a baseline, "ns", or the name of a count.
  package var subject: String
  package var measured: Double?
  package var limit: Double
  /// Whether the subject is a time, absolute or relative, as opposed to a count.
  package var isTime: Bool
  /// Whether the exponent of the growth since the subject was measured, as opposed to a ratio.
  package var isExponent = false
  package var outcome: Outcome

  /// Whether the budget is met only because of the slack.
  package var needsSlack: Bool { outcome == .met && (measured ?? 0) > limit }

  /// Whether a check must fail.
  package var isFailure: Bool { outcome == .missed || outcome == .notMeasured }
}
