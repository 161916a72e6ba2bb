import ArgumentParser
import Files

/// What recordings need that nobody starts by hand.
struct ScheduleArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Record only while no other recording has this name.", valueName: "name"),
        transform: lockName)
    var lock: String?

    @Option(
        help: ArgumentHelp("Wait this long for the other recording to end. (default: not at all)", valueName: "time"),
        transform: positiveDuration)
    var lockWait: Duration?

    @Option(
        help: ArgumentHelp(
            "Try so many times more when the page does not load, does not start, or dies before it does. (default: 0)",
            valueName: "number"),
        transform: retryCount)
    var retry = 0

    @Option(
        help: ArgumentHelp("Wait this long before each of them. (default: 30s)", valueName: "time"),
        transform: duration)
    var retryDelay: Duration?

    @Option(
        help: ArgumentHelp("Add what happens to this file, a JSON object a line.", valueName: "file"),
        completion: .file())
    var log: String?

    @Option(
        help: ArgumentHelp(
            "Once recorded, remove what the output's template, such as %Y-%m-%d.mp4, made before the newest so many.",
            valueName: "number"),
        transform: keptCount)
    var keep: Int?

    @Option(
        help: ArgumentHelp(
            "Run this in a shell after exit status 0; the summary is on its standard input, as JSON.",
            valueName: "command"))
    var onFinish: String?

    @Option(
        help: ArgumentHelp("The same after any other exit status.", valueName: "command"))
    var onFailure: String?

    @Flag(help: "Have the user's desktop tell of the end, if there is one.")
    var notify = false

    func validate() throws {
        guard lock != nil || lockWait == nil else { throw ValidationError("--lock-wait needs --lock.") }
        guard retry > 0 || retryDelay == nil else { throw ValidationError("--retry-delay needs --retry.") }
    }

    /// Refuses what the output's name does not go with.
    func validate(for output: OutputName?) throws {
        guard keep != nil else { return }
        guard let output else {
            throw ValidationError("--keep needs an --output whose name holds the time, like -o '%Y-%m-%d.mp4'.")
        }
        _ = try OldOutputs(output)
    }

    /// Takes the lock that was asked for, if one was.
    ///
    /// - Parameter onWait: Hears that another recording has to end first.
    /// - Throws: ``NamedLockError``.
    func takeLock(onWait: (String) -> Void) throws -> NamedLock? {
        try lock.map { try NamedLock.take($0, patience: lockWait, onWait: onWait) }
    }
}

private func lockName(_ text: String) throws -> String {
    guard (1...100).contains(text.utf8.count), !text.hasPrefix("."),
        !text.unicodeScalars.contains(where: { $0 == "/" || $0.properties.generalCategory == .control })
    else { throw ValidationError("a lock's name has 1 to 100 bytes, no slash, and no dot in front.") }
    return text
}

private func retryCount(_ text: String) throws -> Int {
    guard let count = Int(text), (0...100).contains(count) else {
        throw ValidationError("the number of retries is a whole number from 0 to 100.")
    }
    return count
}

private func keptCount(_ text: String) throws -> Int {
    guard let count = Int(text), (1...100_000).contains(count) else {
        throw ValidationError("the number of outputs to keep is a whole number from 1 to 100000.")
    }
    return count
}
