/// The crash states of a disk: everything that a power cut can leave.
package struct CrashStates {
  /// The alternatives for one file: its lengths, and the contents of each page.
  private struct FileChoices {
    let inode: Int
    var sizes: [Int] = []
    var pages: [[ArraySlice<UInt8>]] = []

    init(_ inode: Int, _ versions: [[UInt8]], _ pageSize: Int) {
      self.inode = inode
      for version in versions {
        if !sizes.contains(version.count) { sizes.append(version.count) }
        for (page, start) in stride(from: 0, to: version.count, by: pageSize).enumerated() {
          let bytes = version[start..<min(start + pageSize, version.count)]
          if page == pages.count { pages.append([]) }
          if !pages[page].contains(bytes) { pages[page].append(bytes) }
        }
      }
      // A page that one of the versions does not have may belong to the file without having been written.
      let smallest = sizes.min() ?? 0
      for page in pages.indices where page * pageSize >= smallest { pages[page].append([]) }
    }
  }

  private let image: DiskImage
  private let files: [FileChoices]
  /// The folders in a fixed order.
  private let folders: [Int]
  /// The number of alternatives of each independent choice.
  private let radices: [Int]

  package init(_ image: DiskImage) {
    self.image = image
    let named = Set(
      image.folders.values.flatMap { $0.synced.values + $0.changes.flatMap { $0.values.compactMap { $0 } } })
    files = named.sorted().compactMap { inode in
      image.files[inode].map { FileChoices(inode, $0.versions, image.pageSize) }
    }
    folders = image.folders.keys.sorted()
    radices =
      folders.flatMap { image.folders[$0]!.changes.map { _ in 2 } }
      + files.flatMap { [$0.sizes.count] + $0.pages.map(\.count) }
  }

  /// The number of combinations; at most the largest integer.
  package var count: Int {
    radices.reduce(1) { product, radix in
      let (result, overflows) = product.multipliedReportingOverflow(by: radix)
      return overflows ? .max : result
    }
  }

  /// Calls `body` with all states if there are at most `limit`; otherwise with the two extreme states and random ones.
  package func forEach(atMost limit: Int, _ random: inout some RandomNumberGenerator, _ body: (DiskImage) -> Void) {
    if count <= limit {
      var choices = radices.map { _ in 0 }
      repeat { body(state(choices)) } while advance(&choices)
    } else {
      body(state(radices.map { _ in 0 }))
      body(state(radices.map { $0 - 1 }))
      for _ in 2..<max(2, limit) { body(state(radices.map { $0 == 1 ? 0 : Int.random(in: 0..<$0, using: &random) })) }
    }
  }

  private func advance(_ choices: inout [Int]) -> Bool {
    for place in choices.indices {
      choices[place] += 1
      if choices[place] < radices[place] { return true }
      choices[place] = 0
    }
    return false
  }

  private func state(_ choices: [Int]) -> DiskImage {
    var rest = choices[...]
    var state = image
    for inode in folders {
      let folder = image.folders[inode]!
      var entries = folder.synced
      for change in folder.changes where rest.removeFirst() == 1 { change.forEach { entries[$0] = $1 } }
      state.put(entries, in: inode)
    }
    for file in files {
      let size = file.sizes[rest.removeFirst()]
      var bytes: [UInt8] = []
      bytes.reserveCapacity(size + image.pageSize)
      for (page, choice) in zip(file.pages.indices, rest.prefix(file.pages.count)) {
        let start = page * image.pageSize
        if start >= size { break }
        bytes += file.pages[page][choice].prefix(size - start)
        let end = min(start + image.pageSize, size)
        if bytes.count < end { bytes += Array(repeating: image.filler, count: end - bytes.count) }
      }
      rest = rest.dropFirst(file.pages.count)
      state.put(bytes, in: file.inode)
    }
    return state
  }
}
