public import Foundation

/// https://developer.apple.com/documentation/swiftui/dynamicviewcontent
public protocol DynamicViewContent: View {
  associatedtype Data: Collection
  var data: Data { get }
}

extension ForEach: DynamicViewContent where Content: View {}

extension DynamicViewContent {
  /// https://developer.apple.com/documentation/swiftui/dynamicviewcontent/ondelete(perform:)
  nonisolated public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent {
    EditableContent(content: self, delete: action, move: nil)
  }

  /// https://developer.apple.com/documentation/swiftui/dynamicviewcontent/onmove(perform:)
  nonisolated public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent {
    EditableContent(content: self, delete: nil, move: action)
  }
}

nonisolated private struct EditableContent<Content: DynamicViewContent>: PrimitiveView, DynamicViewContent {
  let content: Content
  let delete: ((IndexSet) -> Void)?
  let move: ((IndexSet, Int) -> Void)?

  @MainActor var data: Content.Data { content.data }

  @MainActor func show(in node: HostNode) {
    node.delete = delete
    node.move = move
    node.child(0, content)
  }
}

extension ViewHost {
  /// Deletes rows of the list that has a row with this text. Returns false if none of its rows can be deleted.
  @discardableResult
  public func delete(_ offsets: IndexSet, fromListWith text: String) -> Bool {
    let list = nodes.last { $0.delete != nil && $0.all.contains { $0.text == text } }
    list?.delete?(offsets)
    return list != nil
  }

  /// Moves rows of the list that has a row with this text. Returns false if none of its rows can be moved.
  @discardableResult
  public func move(_ offsets: IndexSet, to offset: Int, inListWith text: String) -> Bool {
    let list = nodes.last { $0.move != nil && $0.all.contains { $0.text == text } }
    list?.move?(offsets, offset)
    return list != nil
  }
}
