/// The states of many stores that took the place of the live ones.
package struct ShownStates: @unchecked Sendable {
  // SAFETY: the states are copies that nothing changes any more.
  let states: [any ReplayedCell]
}
