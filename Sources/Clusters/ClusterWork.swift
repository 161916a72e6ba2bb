/// The work of a batch as a cluster runs it: a number of workers, each of which records one shard.
package struct ClusterWork: Sendable, Equatable {
    /// A worker's arguments behind `pagereel batch run`, without its shard.
    package let arguments: [String]
    /// The number of shards, from 1.
    package let shards: Int
    /// The most workers that run at the same time; `nil` for as many as the cluster has room for.
    package let workersAtOnce: Int?
    /// The processors of each worker; it records as many rows at the same time.
    package let processors: Int
    /// The memory of each worker, in bytes; `nil` for the cluster's default.
    package let memory: Int?
    /// How long a worker may run; `nil` for the cluster's default.
    package let timeLimit: Duration?

    package init(
        arguments: [String], shards: Int, workersAtOnce: Int?, processors: Int, memory: Int?, timeLimit: Duration?
    ) {
        self.arguments = arguments
        self.shards = shards
        self.workersAtOnce = workersAtOnce
        self.processors = processors
        self.memory = memory
        self.timeLimit = timeLimit
    }
}

extension Duration {
    /// The whole seconds, rounded up.
    var secondsRoundedUp: Int64 {
        let (whole, fraction) = components
        return whole + (fraction > 0 ? 1 : 0)
    }
}
