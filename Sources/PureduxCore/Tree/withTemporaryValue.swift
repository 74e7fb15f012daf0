/// Provides memory for one value: on the stack if the value is small, otherwise on the heap.
///
/// States passed down a deep tree use this memory, so that many levels of large states do not overflow a background
/// thread's stack.
@inlinable
package func withTemporaryValue<Value, Result>(
  filledBy fill: (UnsafeMutablePointer<Value>) -> Void, _ body: (UnsafePointer<Value>) -> Result
) -> Result {
  // SAFETY: the memory has room for one value and is valid until this function returns. `fill` must initialize the
  // memory exactly once, as all callers do. `body` must not store the pointer.
  if MemoryLayout<Value>.size <= largestOnStack {
    return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) {
      // SAFETY: a buffer of one element has a base address.
      use($0.baseAddress.unsafelyUnwrapped, filledBy: fill, body)
    }
  }
  // In optimized code, a temporary allocation would reserve its stack space even in frames that do not use it.
  let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  defer { memory.deallocate() }
  return use(memory, filledBy: fill, body)
}

/// The maximum size, in bytes, of a value that each level of a tree may store on the stack.
@inlinable
@inline(__always)
var largestOnStack: Int { 1024 }

@inlinable
@inline(__always)
func use<Value, Result>(
  _ memory: UnsafeMutablePointer<Value>, filledBy fill: (UnsafeMutablePointer<Value>) -> Void,
  _ body: (UnsafePointer<Value>) -> Result
) -> Result {
  // SAFETY: `fill` initializes the value once, and this function destroys the value once, after `body` has read it.
  fill(memory)
  defer {
    if MemoryLayout<Value>.size <= largestMoved { _ = memory.move() } else { memory.deinitialize(count: 1) }
  }
  return body(UnsafePointer(memory))
}

/// The largest size, in bytes, of a value that is destroyed by moving it out of its memory. Destroying a tuple in place
/// needs a runtime layout lookup.
@inlinable
@inline(__always)
var largestMoved: Int { 128 }

/// Initializes memory with a value. Never inlined, so that the stack frame of the computation is popped before
/// publication continues down the tree.
@inlinable
@inline(never)
package func initialize<Value>(at pointer: UnsafeMutablePointer<Value>, _ value: () -> Value) {
  // SAFETY: callers pass uninitialized memory that `withTemporaryValue` provides, and initialize it only once.
  pointer.initialize(to: value())
}

/// Lends a value in temporary memory without the copy that reading a copyable `pointee` would make.
@inlinable
@inline(__always)
package func lend<Value: ~Copyable, Result>(_ pointer: UnsafePointer<Value>, _ body: (borrowing Value) -> Result)
  -> Result
{
  // SAFETY: callers pass a pointer that is valid until this function returns, for example from `withTemporaryValue`.
  body(pointer.pointee)
}
