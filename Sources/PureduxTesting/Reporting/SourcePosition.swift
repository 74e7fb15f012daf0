/// The position of a call in the source of a test.
public struct SourcePosition: Sendable, CustomStringConvertible {
  /// The module and the name of the file.
  public let fileID: StaticString
  /// The whole path of the file.
  public let filePath: StaticString
  /// The line, from 1.
  public let line: UInt
  /// The column, from 1.
  public let column: UInt

  /// The position of the caller.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  public var description: String { "\(fileID):\(line)" }
}
