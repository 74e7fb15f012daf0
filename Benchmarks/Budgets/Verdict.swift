/// Whether one budget of one workload was met.
package struct Verdict: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    case met
    case missed
    /// The workload, or what it is compared with, is not among the findings.
    case notMeasured
    /// This machine cannot tell, and said why.
    case unavailable(String)
  }

  package var workload: String
  /// What is compared: a baseline's name, "ns", or what is counted.
  package var subject: String
  package var measured: Double?
  package var limit: Double
  /// Whether the subject is a time, by itself or beside a baseline's, and not a count.
  package var isTime: Bool
  package var outcome: Outcome

  /// Whether a check must fail.
  package var isFailure: Bool { outcome == .missed || outcome == .notMeasured }
}
