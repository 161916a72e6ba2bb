import ArgumentParser
import Testing

@testable import CLI

@Suite("Cron expressions")
struct CronExpressionTests {
    @Test(
        "Cron expressions are converted for systemd",
        arguments: [
            ("0 6 * * 1", ["Mon *-*-* 06:00:00"]), ("* * * * *", ["*-*-* *:*:00"]),
            ("*/15 9-17 * * mon-fri", ["Mon..Fri *-*-* 09..17:00,15,30,45:00"]),
            ("5,6,7,9 0 1 jan *", ["*-01-01 00:05..07,09:00"]), ("0 0 * * 0,6", ["Sat,Sun *-*-* 00:00:00"]),
            ("0 0 * * 7", ["Sun *-*-* 00:00:00"]), ("0 0 * * 5-7", ["Fri..Sun *-*-* 00:00:00"]),
            ("0 0 * * 0-7", ["*-*-* 00:00:00"]), ("0 0 * * */2", ["Tue,Thu,Sat,Sun *-*-* 00:00:00"]),
            // Either field is enough, unless one begins with a star.
            ("0 6 1 * 1", ["*-*-01 06:00:00", "Mon *-*-* 06:00:00"]),
            ("0 6 */10 * 1", ["Mon *-*-01,11,21,31 06:00:00"]), ("0 6 1 3-5 *", ["*-03..05-01 06:00:00"]),
            ("0 6 1-7 * */3", ["Wed,Sat,Sun *-*-01..07 06:00:00"]),
            (
                "1-59/2 0-23/12 * * *",
                ["*-*-* 00,12:\(stride(from: 1, to: 60, by: 2).map(two).joined(separator: ",")):00"]
            ),
            ("@daily", ["*-*-* 00:00:00"]), ("@midnight", ["*-*-* 00:00:00"]), ("@hourly", ["*-*-* *:00:00"]),
            ("@weekly", ["Sun *-*-* 00:00:00"]), ("@monthly", ["*-*-01 00:00:00"]),
            ("@yearly", ["*-01-01 00:00:00"]), ("@annually", ["*-01-01 00:00:00"]),
            ("0 0 29 2 *", ["*-02-29 00:00:00"]), ("0 0 31 2 1", ["*-02-31 00:00:00", "Mon *-02-* 00:00:00"]),
        ])
    func calendars(text: String, events: [String]) throws {
        #expect(try CronExpression(text).calendarEvents == events)
    }

    @Test("Expressions keep their words, with single spaces")
    func text() throws {
        #expect(try CronExpression("  0  6 *\t* MON ").text == "0 6 * * MON")
        #expect(try CronExpression("@daily").text == "@daily")
        let reboot = try CronExpression("@reboot")
        #expect(reboot.text == "@reboot" && reboot.calendarEvents == nil)
    }

    @Test(
        "Invalid expressions are rejected with a reason",
        arguments: [
            ("", "five fields"), ("0 6 * *", "4 fields"), ("0 6 * * 1 2026", "6 fields"), ("@often", "'@often'"),
            ("60 * * * *", "'60' is not a valid minute: 0 to 59"), ("0 24 * * *", "not a valid hour"),
            ("0 0 0 * *", "not a valid day of the month"),
            ("0 0 32 * *", "not a valid day of the month"), ("0 0 * 13 *", "not a valid month"),
            ("0 0 * 0 *", "not a valid month"),
            ("0 0 * * 8", "not a valid day of the week: 0 to 7, or sun to sat"),
            ("0 0 * * monday", "not a valid day of the week"),
            ("-1 * * * *", "not a valid minute"), ("+1 * * * *", "not a valid minute"),
            ("1.5 * * * *", "not a valid minute"),
            ("１ * * * *", "not a valid minute"),
            ("x * * * *", "not a valid minute"), ("1,,2 * * * *", "not a valid minute"),
            (", * * * *", "not a valid minute"),
            ("5-1 * * * *", "backwards"), ("0 0 * * fri-sun", "backwards"), ("1-2-3 * * * *", "not a valid minute"),
            ("*/0 * * * *", "step"), ("*/x * * * *", "step"), ("*/60 * * * *", "step"),
            ("5/10 * * * *", "needs a range"),
            ("*/ * * * *", "step"), ("*/5/5 * * * *", "step"), ("? * * * *", "not a valid minute"),
            ("0 0 L * *", "not a valid day"),
            ("0 0 30 2 *", "never comes"), ("0 0 31 4,6,9,11 *", "never comes"),
        ])
    func refused(text: String, words: String) {
        let error = #expect(throws: ValidationError.self) { try CronExpression(text) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
}

private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
