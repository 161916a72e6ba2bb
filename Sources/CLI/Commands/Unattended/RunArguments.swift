import ArgumentParser
import Files
import Notation

/// Options for unattended runs.
struct RunArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Run only while no other command of the same user holds this lock.", valueName: "name"),
        transform: reading("a lock's name \(sharedNameForm)", where: isSharedName))
    var lock: String?

    @Option(
        help: ArgumentHelp("Wait up to this long for the lock. (default: do not wait)", valueName: "time"),
        transform: reading(.positiveTime))
    var lockWait: Duration?

    @Option(
        help: ArgumentHelp(
            "Try again up to this many times if a page does not load, does not start, or crashes before it starts; "
                + "images and compose also if a file cannot be read. (default: 0)",
            valueName: "number"),
        transform: reading(.wholeNumber(in: 0...100)))
    var retry = 0

    @Option(
        help: ArgumentHelp("Wait this long before each retry. (default: 30s)", valueName: "time"),
        transform: reading(.time))
    var retryDelay: Duration?

    @Option(
        help: ArgumentHelp("Append events to this file, one JSON object per line.", valueName: "file"),
        completion: .file())
    var log: String?

    @Option(
        help: ArgumentHelp(
            "Shell command to run after exit status 0, with the JSON summary on its standard input.",
            valueName: "command"))
    var onFinish: String?

    @Option(
        help: ArgumentHelp(
            "Shell command to run after any other exit status, with the same input.", valueName: "command"))
    var onFailure: String?

    @Flag(help: "Show a desktop notification at the end, if there is a desktop.")
    var notify = false

    func validate() throws {
        guard lock != nil || lockWait == nil else { throw ValidationError("--lock-wait needs --lock.") }
        guard retry > 0 || retryDelay == nil else { throw ValidationError("--retry-delay needs --retry.") }
    }

    /// Whether none of these options is given.
    var isDefault: Bool {
        let texts = [lock, log, onFinish, onFailure]
        return retry == 0 && !notify && texts.allSatisfy { $0 == nil }
    }

    /// Takes the lock of `--lock`, if it is given.
    ///
    /// - Parameter onWait: Called with a message if another command holds the
    ///   lock.
    /// - Throws: ``NamedLockError``.
    func takeLock(onWait: (String) -> Void) throws -> NamedLock? {
        try lock.map { try NamedLock.take($0, patience: lockWait, onWait: onWait) }
    }

    /// Opens the file of `--log`, if it is given; reports a failure.
    @MainActor
    func openLog() -> RunLog? {
        guard let log else { return nil }
        do {
            return try RunLog(path: log)
        } catch {
            Message.error(error.description)
            return nil
        }
    }
}

/// What is valid as the name of a lock or a queue, as the end of a sentence.
let sharedNameForm = "has 1 to 100 bytes, no slash, and no dot in front."

/// Whether a text can be the name of a lock or a queue, which is the name of a file.
func isSharedName(_ text: String) -> Bool {
    (1...100).contains(text.utf8.count) && !text.hasPrefix(".")
        && !text.unicodeScalars.contains { $0 == "/" || $0.properties.generalCategory == .control }
}
