#if compiler(>=6.2)
  /// A state of an older version of the application. It is decoded on another thread, so its conformance must be
  /// nonisolated.
  public typealias OlderState = Decodable & SendableMetatype
#else
  /// A state of an older version of the application.
  public typealias OlderState = Decodable
#endif
