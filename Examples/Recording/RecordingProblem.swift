/// Why a program is not recorded, in words.
package struct RecordingProblem: Error, CustomStringConvertible {
  package let description: String
}
