extension BindingGroup {
  /// Who belongs to a group, and how the group follows its store.
  struct Members: Sendable {
    private(set) var all = BoundMembers<State>()
    /// Nil while nobody is bound, and once the store has gone.
    private(set) var following: GroupFollowing<State>?
    /// The revision of the state that was last taken for all of them.
    private var revision: UInt64?

    /// Adds a member. Returns true where the group has to begin to follow the store, in the way that is given.
    mutating func add(_ member: BoundMember<State>, orFollow following: GroupFollowing<State>) -> Bool {
      all.insert(member)
      guard self.following == nil else { return false }
      self.following = following
      return true
    }

    /// Removes a member, which the caller releases; returns what the caller has to end where nobody is left.
    mutating func remove(_ number: UInt64) -> (BoundMember<State>?, GroupFollowing<State>?) {
      guard let member = all.remove(number) else { return (nil, nil) }
      guard all.isEmpty else { return (member, nil) }
      defer { following = nil }
      return (member, following)
    }

    /// The store has gone. Returns the members that have been given its last state, and that the caller releases; nil
    /// where all are to be updated once more. Without a revision, none is.
    mutating func end(_ following: GroupFollowing<State>, at revision: UInt64?) -> BoundMembers<State>? {
      guard self.following === following else { return BoundMembers() }
      self.following = nil
      return revision == nil || self.revision == revision ? takeAll() : nil
    }

    /// The members to be updated with the state of this revision. They leave the group where the store has gone.
    mutating func take(at revision: UInt64) -> BoundMembers<State> {
      self.revision = revision
      return following == nil ? takeAll() : all
    }

    private mutating func takeAll() -> BoundMembers<State> {
      defer { all = BoundMembers() }
      return all
    }
  }
}
