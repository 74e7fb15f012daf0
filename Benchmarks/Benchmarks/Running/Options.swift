/// The options of the command line.
struct Options: Equatable {
  var json: String?
  /// The file for the chart of the recorded figures of this library and of others.
  var chart: String?
  /// The file for the chart of the growth of times.
  var growthChart: String?
  /// A result of `--json` to draw a chart of, instead of running the workloads.
  var earlierResult: String?
  /// A folder of programs that perform the workloads with other libraries.
  var against: String?
  var checks = false
  var isQuick = false
  /// A time may be this many times its budget.
  var slack = 1.0
  /// Names of the workloads to run; all if empty.
  var only: [String] = []
  var showsHelp = false

  static let help = """
    usage: swift run -c release Benchmarks [--quick] [--only NAME[,NAME…]] [--check] [--slack N] [--json FILE]
                                               [--chart FILE] [--against FOLDER]
                                               [--growth-chart FILE]
           swift run -c release Benchmarks --chart FILE
           swift run -c release Benchmarks --growth-chart FILE --from RESULT

      --quick        a tenth of the actions, and fewer rounds of what takes longer than a second
      --only NAMES   these workloads and their baselines
      --check        compare with Benchmarks/budgets.json; exits with 1 when a budget is missed.
                     A workload that takes too long is measured again, up to three times. (With
                     --quick the fastest round counts, beside the median of the baseline, and the
                     slack is 2 unless it is given.)
      --slack N      a time may be N times its budget, for machines other than the quiet one that
                     the budgets are for; a count may not. The table names each time that needs it
      --json FILE    write the results to a file too
      --against FOLDER
                     run each program of the folder between our workloads. It is called with the
                     name of a workload, such as W1, and prints the nanoseconds that one action
                     took, or nothing if it does not have the workload
      --chart FILE   draw the recorded comparison, Benchmarks/peers.json, as an SVG. With this option
                     alone, nothing is run
      --growth-chart FILE
                     draw how times grow with sizes, as an SVG
      --from RESULT  draw the growth in a result that --json wrote, and run nothing
      --help         show this text

    """

  struct Mistake: Error, Equatable {
    let text: String
  }

  init() {}

  init(_ arguments: some Sequence<String>) throws(Mistake) {
    var arguments = arguments.makeIterator()
    var givenSlack: Double?
    while let argument = arguments.next() {
      switch argument {
      case "--quick": isQuick = true
      case "--check": checks = true
      case "--slack":
        guard let slack = arguments.next().flatMap(Double.init), slack >= 1, slack.isFinite else {
          throw Mistake(text: "--slack needs a number, 1 or more")
        }
        givenSlack = slack
      case "--help", "-h": showsHelp = true
      case "--json":
        guard let file = arguments.next() else { throw Mistake(text: "--json needs the name of a file") }
        json = file
      case "--against":
        guard let folder = arguments.next() else { throw Mistake(text: "--against needs the name of a folder") }
        against = folder
      case "--chart":
        guard let file = arguments.next() else { throw Mistake(text: "--chart needs the name of a file") }
        chart = file
      case "--growth-chart":
        guard let file = arguments.next() else { throw Mistake(text: "--growth-chart needs the name of a file") }
        growthChart = file
      case "--from":
        guard let file = arguments.next() else { throw Mistake(text: "--from needs a file that --json wrote") }
        earlierResult = file
      case "--only":
        guard let names = arguments.next() else { throw Mistake(text: "--only needs names of workloads") }
        only += names.split(separator: ",").map(String.init)
      default: throw Mistake(text: "`\(argument)` is not an option")
      }
    }
    slack = givenSlack ?? (isQuick ? 2 : 1)
    if earlierResult != nil, growthChart == nil {
      throw Mistake(text: "--from needs --growth-chart FILE, the file to draw to")
    }
  }

  /// Whether the only request is to draw recorded figures.
  var onlyDraws: Bool {
    chart != nil && growthChart == nil && json == nil && against == nil && earlierResult == nil && !checks && !isQuick
      && only.isEmpty
  }
}
