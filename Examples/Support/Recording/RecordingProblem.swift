/// The reason why a program is not recorded, as text.
package struct RecordingProblem: Error, CustomStringConvertible {
  package let description: String
}
