import Foundation
import ThreadProbes

/// For several seconds, eight threads dispatch to trees with seven kinds of runners, and count their actions outside
/// the trees. In the end, the trees must have reduced exactly these actions, each thread's in order.
///
/// Arguments: the seconds, and the seed. The last line of the output begins with `all accounted for` or with `wrong`.
guard CommandLine.arguments.count == 3, let seconds = Double(CommandLine.arguments[1]),
  let seed = UInt64(CommandLine.arguments[2])
else { exit(64) }

Watchdog.start(seconds: 2 * seconds + 120)
let attack = Attack(seconds: seconds, seed: seed)
attack.run()
exit(attack.report() ? 0 : 1)
