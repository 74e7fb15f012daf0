internal import PureduxCore

extension Recording {
  /// Records all trees of the process that are made from now on, each from its first action on.
  ///
  /// Call it before the first store is made, for example in the first line of a program. Trees that exist already are not
  /// recorded; while nobody asks for everything, making a tree costs nothing more.
  ///
  /// ```swift
  /// let everything = Recording.everything()
  /// for recording in everything.recordings { print(recording.stores.first?.name ?? "a tree", recording.lastEvent) }
  /// ```
  ///
  /// The latest call takes over from those before.
  ///
  /// - Parameters:
  ///   - limit: About how many of its latest events are kept of each tree.
  ///   - trees: How many recordings are kept. Where there are more, those whose root store was released are forgotten first;
  ///     of trees that live, none is.
  /// - Returns: The recordings, which go on until they are released or ended.
  public static func everything(limit: Int = 10_000, trees: Int = 32) -> TreeRecordings {
    let recordings = TreeRecordings(limit: limit, trees: trees)
    recordings.listen()
    return recordings
  }
}
