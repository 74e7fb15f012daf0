/// Lends memory for one value: on the stack when it is small, on the heap when it is not.
///
/// A state on its way down a deep tree stands in memory from here, so that many levels of large states do not overflow
/// the stack of a background thread.
@inlinable
package func withTemporaryValue<Value, Result>(
  filledBy fill: (UnsafeMutablePointer<Value>) -> Void, _ body: (UnsafePointer<Value>) -> Result
) -> Result {
  // SAFETY: the memory has room for one value and lives until this returns. `fill` must initialise it, which all
  // callers do by `initialize(at:_:)` or by an `Initializer`; `body` must not keep the pointer.
  if MemoryLayout<Value>.size <= largestOnStack {
    return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) {
      // SAFETY: a buffer of one element has a base address.
      use($0.baseAddress.unsafelyUnwrapped, filledBy: fill, body)
    }
  }
  // Not a temporary allocation: optimised, its room on the stack is in every frame, whether it is taken or not.
  let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  defer { memory.deallocate() }
  return use(memory, filledBy: fill, body)
}

/// Bytes of a value that may stand on the stack, once for each level of a tree.
@inlinable
@inline(__always)
var largestOnStack: Int { 1024 }

@inlinable
@inline(__always)
func use<Value, Result>(
  _ memory: UnsafeMutablePointer<Value>, filledBy fill: (UnsafeMutablePointer<Value>) -> Void,
  _ body: (UnsafePointer<Value>) -> Result
) -> Result {
  // SAFETY: `fill` initialises the value, once, and it is destroyed here, once, after `body` has read it.
  fill(memory)
  defer {
    if MemoryLayout<Value>.size <= largestMoved { _ = memory.move() } else { memory.deinitialize(count: 1) }
  }
  return body(UnsafePointer(memory))
}

/// Bytes of a value that is moved out of its memory to be destroyed. In place, a tuple is destroyed by a function that
/// looks its layout up.
@inlinable
@inline(__always)
var largestMoved: Int { 128 }

/// Makes a value in memory that holds none yet. Never inlined, so that what making it takes is off the stack
/// again before anything goes further down the tree.
@inlinable
@inline(never)
package func initialize<Value>(at pointer: UnsafeMutablePointer<Value>, _ value: () -> Value) {
  // SAFETY: called by what fills the memory of `withTemporaryValue`, once.
  pointer.initialize(to: value())
}

/// Passes on a value in temporary memory without copying it, which reading `pointee` of a copyable type would do.
@inlinable
@inline(__always)
package func lend<Value: ~Copyable, Result>(_ pointer: UnsafePointer<Value>, _ body: (borrowing Value) -> Result)
  -> Result
{
  // SAFETY: the pointer is one that `withTemporaryValue` or `withUnsafePointer` lends, and is valid until this returns.
  body(pointer.pointee)
}
