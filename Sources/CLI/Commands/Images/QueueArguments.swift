import Notation

/// The option for a queue of processes.
struct QueueArguments: OptionTable {
    static let isConfigurable = false

    @Setting(
        "queue", "Wait in this queue: the user's commands in it run one at a time, first come, first served.",
        .sharedName("queue"), as: "name")
    var queue: String?
}
