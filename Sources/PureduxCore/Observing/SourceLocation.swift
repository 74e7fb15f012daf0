/// Where in the source a call stands, for reports.
@usableFromInline
package struct SourceLocation: Sendable, CustomStringConvertible {
  let fileID: StaticString
  let line: UInt

  @usableFromInline
  package init(fileID: StaticString, line: UInt) { (self.fileID, self.line) = (fileID, line) }

  @usableFromInline package var description: String { "\(fileID):\(line)" }
}
