public import CGTK

public typealias Widget = UnsafeMutablePointer<GtkWidget>

/// A pointer to an object of GTK: an `OpaquePointer` where the C structure is private, and a typed one otherwise.
///
/// C's macros for casts are not imported, so the casts are here.
public protocol ObjectPointer {
  var raw: UnsafeMutableRawPointer { get }
}

/// Retains an object of GTK.
@MainActor
final class RetainedObject {
  // SAFETY: the pointer is only read, and views release it on the main thread, where GTK's objects are used.
  nonisolated(unsafe) private let object: UnsafeMutableRawPointer

  init(_ object: some ObjectPointer) { self.object = g_object_ref_sink(object.raw) }

  deinit { g_object_unref(object) }
}

extension OpaquePointer: ObjectPointer {
  public var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension UnsafeMutablePointer: ObjectPointer {
  public var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension ObjectPointer {
  public var opaque: OpaquePointer { OpaquePointer(raw) }
  public var widget: Widget { cast() }

  /// The same object with another of its types. GLib checks the type when the object is used, not here.
  public func cast<Other>(to type: Other.Type = Other.self) -> UnsafeMutablePointer<Other> {
    raw.assumingMemoryBound(to: Other.self)
  }
}
