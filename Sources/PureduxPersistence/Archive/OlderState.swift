#if compiler(>=6.2)
  /// A state as an older version of the app saved it. It is decoded on another thread, so its conformance may not be an
  /// actor's.
  public typealias OlderState = Decodable & SendableMetatype
#else
  /// A state as an older version of the app saved it.
  public typealias OlderState = Decodable
#endif
