@testable import CLI

extension FuzzReader {
    /// Schedules in cron's notation, and the user's crontab.
    static let schedules = [
        FuzzReader.text("cron") { text in
            guard let time = try accepted({ try CronExpression(text) }) else { return false }
            for field in time.fields ?? [] {
                try require(!field.values.isEmpty && field.values.allSatisfy(field.kind.range.contains), "\(field)")
            }
            try require(time.fields == nil || time.calendarEvents?.isEmpty == false, "\(text) never comes")
            let again = try CronExpression(time.text)
            try require(
                again.text == time.text && again.fields?.map(\.values) == time.fields?.map(\.values),
                "\(text) is \(again.text) when read again")
            return true
        },
        FuzzReader("crontab", WordMutator(dictionary: ["# pagereel report begin\n", "# pagereel report end\n"])) {
            bytes in
            var crontab = CrontabText(bytes)
            let others = crontab.names.filter { $0 != "report" }
            guard let removed = try accepted({ try crontab.remove(name: "report") }) else {
                try require(crontab.bytes == bytes, "a crontab that was refused has changed")
                return .refused
            }
            try require(removed || crontab.bytes == bytes, "a crontab without the schedule has changed")
            try require(crontab.names.filter { $0 != "report" } == others, "another schedule is gone")
            var more = crontab
            guard try accepted({ try more.install("0 6 * * 1 true", name: "report") }) != nil else { return .refused }
            try require(more.bytes.starts(with: crontab.bytes), "a line of the crontab has changed")
            guard try accepted({ try more.remove(name: "report") }) == true else {
                throw Violation(description: "an installed schedule cannot be removed")
            }
            let ending: [UInt8] = crontab.bytes.isEmpty || crontab.bytes.last == 0x0a ? [] : [0x0a]
            try require(more.bytes == crontab.bytes + ending, "a removed schedule leaves something")
            return removed ? .accepted : .refused
        },
    ]
}
