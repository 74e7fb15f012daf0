import Foundation
import ThreadProbes

/// Eight threads dispatch to trees with seven kinds of runners for some seconds, and count outside of the trees what they
/// dispatch. In the end the trees must have reduced exactly that, each thread's actions in their order.
///
/// Arguments: the seconds, and the seed. The last line of the output begins with `all accounted for` or with `wrong`.
guard CommandLine.arguments.count == 3, let seconds = Double(CommandLine.arguments[1]),
  let seed = UInt64(CommandLine.arguments[2])
else { exit(64) }

Watchdog.start(seconds: 2 * seconds + 120)
let attack = Attack(seconds: seconds, seed: seed)
attack.run()
exit(attack.report() ? 0 : 1)
