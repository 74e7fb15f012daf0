internal import Dispatch

extension Store {
  typealias CreateEach = @Sendable (State, Effect.State, @escaping Dispatch<Action>) -> Effect

  /// The one form that all attachments come down to: `ask` says which work a state asks for, `create` makes it.
  func attach<Asked: Collection & Sendable, Memory: Sendable>(
    on queue: DispatchQueue?, name: String, overlap: Effect.Overlap = .latest, limit: Int? = nil, memory: Memory,
    create: @escaping CreateEach, ask: @escaping @Sendable (State, inout Memory) -> Asked
  ) -> Self where Asked.Element == Effect.State {
    let store = eraseToAnyStore()
    let site = EffectSite(store, queue: queue, name: name)
    let supervisor = Supervisor(site, Supervision(overlap: overlap, limit: limit), create: create)
    let attachment = Attachment(supervisor, memory: memory, ask: ask)
    attachment.attach(to: store)
    EffectGroup.current?.add(attachment)
    return self
  }
}
