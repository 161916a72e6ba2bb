import Notation

/// The summary of a batch as `--json` prints it.
struct BatchSummaryJSON: Encodable {
    let manifest: String
    let journal: String
    /// The rows of this run, whether done before or not.
    let rows: Int
    /// The rows that were done before.
    let done: Int
    let recorded: Int
    /// The rows that have failed, in this run or before.
    let failed: Int
    let left: Int
    @Nullable var failedRows: String?
    let wallTime: Double
    let perMinute: Double
}
