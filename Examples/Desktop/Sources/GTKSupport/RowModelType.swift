internal import CGTK

/// The type of `RowModel`, which creates an empty object for each row that GTK requests.
@MainActor
let rowModelType: GType = {
  let type = g_type_register_static_simple(
    g_object_get_type(), "PureduxRowModel", guint(MemoryLayout<GObjectClass>.size), nil,
    guint(MemoryLayout<RowModel>.size), nil, GTypeFlags(rawValue: 0))
  var info = GInterfaceInfo(
    interface_init: { interface, _ in
      let list = interface!.assumingMemoryBound(to: GListModelInterface.self)
      list.pointee.get_item_type = { _ in g_object_get_type() }
      list.pointee.get_n_items = { rowCount($0!) }
      list.pointee.get_item = { model, position in
        position < rowCount(model!) ? g_object_new_with_properties(g_object_get_type(), 0, nil, nil).raw : nil
      }
    }, interface_finalize: nil, interface_data: nil)
  g_type_add_interface_static(type, g_list_model_get_type(), &info)
  return type
}()

private func rowCount(_ model: OpaquePointer) -> guint { model.cast(to: RowModel.self).pointee.count }
