/// Where in the source a call stands, for reports.
@usableFromInline
package struct SourceLocation: Sendable, CustomStringConvertible {
  package let fileID: StaticString
  package let line: UInt

  @usableFromInline
  package init(fileID: StaticString, line: UInt) { (self.fileID, self.line) = (fileID, line) }

  @usableFromInline package var description: String { "\(fileID):\(line)" }
}
