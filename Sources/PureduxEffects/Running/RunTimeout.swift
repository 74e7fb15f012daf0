/// The timeout of work in progress.
struct RunTimeout: Sendable {
  let timer: StoreTimer
  let dispatch: TimeoutDispatch
}
