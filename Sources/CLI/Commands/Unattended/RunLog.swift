import Files

/// The file of `--log`: one JSON object per line, from any number of runs,
/// also at the same time.
@MainActor
final class RunLog {
    /// Why a log cannot be written.
    struct Failure: Error, CustomStringConvertible {
        /// What failed and what to do, as a sentence.
        let description: String
    }

    private let path: String
    private let file: LineFile
    private var hasFailed = false

    /// Opens or creates the file.
    ///
    /// - Throws: ``Failure`` if the file cannot be written or is not a log.
    init(path: String) throws(Failure) {
        self.path = path
        do {
            file = try LineFile(path)
        } catch {
            throw Failure(description: "The log \(path) cannot be opened (\(error.text)).")
        }
        guard [nil, UInt8(ascii: "{")].contains(file.firstByte) else {
            throw Failure(
                description: "\(path) is not a log of pagereel, and was not changed. Pass another file to --log.")
        }
    }

    /// Appends a line.
    ///
    /// A failure is reported once, and does not affect the run.
    func add(_ entry: LogEntry) {
        do {
            try file.append(jsonLine(entry))
        } catch {
            if !hasFailed {
                let reason = error.isDiskFull ? "the disk is full" : error.text
                Message.error("The log \(path) cannot be written (\(reason)).")
            }
            hasFailed = true
        }
    }
}
