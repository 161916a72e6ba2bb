import ArgumentParser

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

    func validate() throws {
        guard lock != nil || lockWait == nil else { throw ValidationError("--lock-wait needs --lock.") }
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
