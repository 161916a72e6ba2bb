import Notation

/// Options for unattended runs.
struct RunArguments: ConfigurableTable {
    @Setting(
        "lock", "Run only while no other command of the same user holds this lock.", .sharedName("lock"), as: "name",
        .detail, .notRepeated)
    var lock: String?

    @Setting(
        "lock-wait", "Wait up to this long for the lock. (default: do not wait)", .positiveTime, as: "time", .detail,
        .notRepeated, .requires("lock"))
    var lockWait: Duration?

    @Setting(
        "retry",
        "Try again up to this many times if a page does not load, does not start, or crashes before it starts; images "
            + "and compose also if a file cannot be read. (default: 0)", .wholeNumber(in: 0...100), as: "number",
        .detail,
        .notRepeated)
    var retry = 0

    @Setting(
        "retry-delay", "Wait this long before each retry. (default: 30s)", .time, as: "time", .detail, .notRepeated,
        .requires("retry"))
    var retryDelay: Duration?

    @Setting(
        "log", "Append events to this file, one JSON object per line.", .text, as: "file", .file, .detail, .notRepeated)
    var log: String?

    @Setting(
        "on-finish", "Shell command to run after exit status 0, with the JSON summary on its standard input.", .text,
        as: "command", .detail, .notRepeated)
    var onFinish: String?

    @Setting(
        "on-failure", "Shell command to run after any other exit status, with the same input.", .text, as: "command",
        .detail, .notRepeated)
    var onFailure: String?

    @Setting(
        "mail-on-failure", "Mail what went wrong to this address after any other exit status, with sendmail.",
        .mailAddress, as: "address", .detail, .notRepeated)
    var mailOnFailure: String?

    @Setting(
        "notify", "Show a desktop notification at the end, if there is a desktop.", .onOnly, .detail, .notRepeated)
    var notify = false

    var isDefault: Bool {
        let texts = [lock, log, onFinish, onFailure, mailOnFailure]
        return retry == 0 && !notify && texts.allSatisfy { $0 == nil }
    }
}

extension Form where Value == String {
    /// The name of something that commands share, which is the name of a file.
    ///
    /// - Parameter thing: What has the name, such as `lock`.
    static func sharedName(_ thing: String) -> Form {
        .text("a \(thing)'s name has 1 to 100 bytes, no slash, and no dot in front.") { text in
            (1...100).contains(text.utf8.count) && !text.hasPrefix(".") && !text.contains("/")
                && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
    }
}
