import Foundation
import Glibc
import Notation

/// A mail about a run that failed, for sendmail(8).
struct FailureMail {
    /// The address, checked by ``Form/mailAddress``.
    let recipient: String
    /// What failed, in a few words.
    let subject: String
    /// What happened, as sentences.
    let lines: [String]

    /// The shell command that sends a mail on its standard input to the recipients in it.
    ///
    /// The program is in a folder for administrators, which cron's PATH does not have.
    static let command = "PATH=\"$PATH:\(folders.joined(separator: ":"))\"; exec sendmail -i -t"
    private static let folders = ["/usr/sbin", "/usr/lib"]

    /// A sentence if there is no such program.
    ///
    /// - Parameter path: The folders that are searched first, with colons between them.
    static func warning(path: String) -> String? {
        let all = path.split(separator: ":").map(String.init) + folders
        let isInstalled = all.contains { FileManager.default.isExecutableFile(atPath: "\($0)/sendmail") }
        guard !isInstalled else { return nil }
        return "--mail-on-failure needs the program sendmail, which this machine does not have. A mail transfer agent "
            + "brings it, such as the package msmtp-mta or postfix."
    }

    /// The mail: header fields and body (RFC 5322).
    var text: String {
        var host = [CChar](repeating: 0, count: 256)
        // Longer names are cut off.
        _ = unsafe gethostname(&host, host.count - 1)
        let machine = String(decoding: host.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let body = lines + ["", "\(Program.nameAndVersion) on \(machine)"]
        return """
            To: \(recipient)
            Subject: \(Self.encoded("pagereel: \(Message.printable(subject))"))
            Auto-Submitted: auto-generated
            MIME-Version: 1.0
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: base64

            \(Self.base64(body.map(ShownAddress.hidingSecrets).joined(separator: "\n") + "\n"))

            """
    }

    /// Writes a header field's text in ASCII (RFC 2047), in words of at most 75 bytes.
    private static func encoded(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) || text.utf8.count > 900 else { return text }
        var words = [""]
        for character in text.prefix(300) {
            // 45 bytes are 60 in Base64.
            if words[words.count - 1].utf8.count + String(character).utf8.count > 45 { words.append("") }
            words[words.count - 1].append(character)
        }
        return words.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\n ")
    }

    private static func base64(_ text: String) -> String {
        Data(text.utf8).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
    }
}

extension Form where Value == String {
    /// The address of a mail's recipient, or the name of a user of this machine.
    static var mailAddress: Form {
        .text("a mail address is written like me@example.com.") { text in
            (1...254).contains(text.utf8.count) && !text.hasPrefix("-")
                && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !"<>(),;:\\\"[]".utf8.contains($0) }
        }
    }
}
