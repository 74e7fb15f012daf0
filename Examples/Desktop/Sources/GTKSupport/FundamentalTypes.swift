public import CGTK

/// The types of GLib that are macros in C.
extension GType {
  public static let boolean = GType(5 << 2)
  public static let int = GType(6 << 2)
  public static let string = GType(16 << 2)
}

extension GValue {
  /// Calls `body` with a value of the type, which it can set and use.
  public static func with<Result>(_ type: GType, _ body: (inout GValue) -> Result) -> Result {
    var value = GValue()
    g_value_init(&value, type)
    defer { g_value_unset(&value) }
    return body(&value)
  }
}

extension Bool {
  /// Defined in the same way as in GLib.
  public var gboolean: CGTK.gboolean { self ? 1 : 0 }
}
