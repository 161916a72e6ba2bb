import ArgumentParser

/// The option for a queue of processes.
struct QueueArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Wait in this queue: the user's commands in it run one at a time, first come, first served.",
            valueName: "name"),
        transform: reading("a queue's name \(sharedNameForm)", where: isSharedName))
    var queue: String?
}
