private import Foundation
private import Notation

/// What is known of a row; a line of a journal.
package struct JournalEntry: Sendable, Equatable {
    /// The result.
    package enum Result: Sendable, Equatable {
        /// The recording began.
        case begun
        /// The output was written, with this content.
        case done(FileStamp)
        /// The output was written, with this content, and uploaded.
        case uploaded(FileStamp)
        /// The output was written, with this content, but not uploaded, for this reason.
        case kept(FileStamp, reason: String)
        /// The output was written, with this content, but it is not what was expected, for this reason.
        case unmet(FileStamp, reason: String)
        /// There is no output.
        ///
        /// - Parameters:
        ///   - status: The exit status that `record` would have had.
        ///   - reason: The message, as sentences.
        case failed(status: Int32, reason: String)
    }

    /// The output, as the template made it.
    package let output: String
    /// The row's number, counted from 1.
    package let row: Int
    /// The hash of the row and its options.
    package let fingerprint: Fingerprint
    /// The number of attempts.
    package let attempts: Int
    /// How long the row took, in milliseconds.
    package let milliseconds: Int
    /// The result.
    package let result: Result

    package init(
        output: String, row: Int, fingerprint: Fingerprint, attempts: Int, milliseconds: Int, result: Result
    ) {
        self.output = output
        self.row = row
        self.fingerprint = fingerprint
        self.attempts = attempts
        self.milliseconds = milliseconds
        self.result = result
    }

    /// The line, without a line feed: values between tabs.
    ///
    /// Not JSON: a million lines are read in a second or two.
    package var line: String {
        let head: [String]
        let tail: String
        switch result {
        case .begun:
            head = ["begun", "0", "0", "-"]
            tail = ""
        case .done(let stamp):
            head = Self.words("done", stamp)
            tail = ""
        case .uploaded(let stamp):
            head = Self.words("uploaded", stamp)
            tail = ""
        case .kept(let stamp, let reason):
            head = Self.words("kept", stamp)
            tail = Self.escaped(reason)
        case .unmet(let stamp, let reason):
            head = Self.words("unmet", stamp)
            tail = Self.escaped(reason)
        case .failed(let status, let reason):
            head = ["failed", "\(status)", "0", "-"]
            tail = Self.escaped(reason)
        }
        return
            (head + [fingerprint.text, "\(row)", "\(attempts)", "\(milliseconds)", Self.escaped(output), tail])
            .joined(separator: "\t")
    }

    /// Parses a line.
    ///
    /// - Returns: `nil` if it is not an entry.
    package init?(line: some Collection<UInt8>) {
        let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 10, let first = Int(parts[1]), let second = Int(parts[2]),
            let fingerprint = UInt64(parts[4], radix: 16), let row = Int(parts[5]), let attempts = Int(parts[6]),
            let milliseconds = Int(parts[7]), let output = Self.unescaped(parts[8]),
            let reason = Self.unescaped(parts[9])
        else { return nil }
        let stamp = FileStamp(bytes: first, modified: second, checksum: parts[3])
        switch parts[0] {
        case "begun": result = .begun
        case "done": result = .done(stamp)
        case "uploaded": result = .uploaded(stamp)
        case "kept": result = .kept(stamp, reason: reason)
        case "unmet": result = .unmet(stamp, reason: reason)
        case "failed": result = .failed(status: Int32(truncatingIfNeeded: first), reason: reason)
        default: return nil
        }
        self.output = output
        self.row = row
        self.fingerprint = Fingerprint(value: fingerprint)
        self.attempts = attempts
        self.milliseconds = milliseconds
    }

    private static func words(_ kind: String, _ stamp: FileStamp) -> [String] {
        [kind, "\(stamp.bytes)", "\(stamp.modified)", stamp.checksum]
    }

    /// Replaces what would end a value or a line.
    private static func escaped(_ text: String) -> String {
        func isSpecial(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 32 || scalar.value == 127 || scalar == "%" }
        guard text.unicodeScalars.contains(where: isSpecial) else { return text }
        return text.unicodeScalars.map { isSpecial($0) ? String($0).percentEncoded : String($0) }.joined()
    }

    private static func unescaped(_ text: String) -> String? {
        text.utf8.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding : text
    }
}
