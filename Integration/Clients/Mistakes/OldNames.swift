// Names of Puredux 1, Puredux 2 and SwiftDux still work, and their deprecation messages give the new names.
import Puredux
import PureduxCompatibility

let add: Reducer<Int, Int> = { $0 += $1 }
let old = RootStore(initialState: 0, reducer: add)  // 11: warning: 'RootStore' is deprecated: Keep the root
let store = old.store()  // 17: warning: 'store()' is deprecated: renamed to 'rootStore()'
let part = store.proxy { "\($0)" }  // 18: warning: 'proxy' is deprecated: renamed to 'map(state:)'
let o = Observer<Int> { $1(.dead) }  // 21: warning: 'init(observe:)' is deprecated: replaced by 'init(id:observe:)'
let weak = store.weakStore()  // 18: warning: 'weakStore()' is deprecated: Use `weak()`, whose state is nil
struct Row: Identifiable { var id: String }
func v(_ r: OrderedState<Row>) -> [Row] { r.values }  // 45: warning: 'values' is deprecated: renamed to 'elements'
func a(_ rows: OrderedState<Row>) -> Row? { rows["a"] }  // 45: warning: 'subscript(_:)' is deprecated: Use `[id: id]`.
