import Subprocess

/// The user's crontab, through crontab(1).
enum Crontab {
    /// Reads the crontab; empty if the user has no crontab.
    ///
    /// - Throws: ``CommandError`` if it cannot be read, or if crontab is not
    ///   installed.
    static func read() async throws -> CrontabText {
        let result = try await run(["-l"], input: [])
        if result.isSuccess { return CrontabText(result.output) }
        // Any other failure must not count as empty: the user's crontab would
        // be overwritten.
        guard result.message.contains("no crontab for") else {
            throw CommandError(.unreadableInput, "The crontab cannot be read: \(result.message)")
        }
        return CrontabText([])
    }

    /// Writes the crontab.
    ///
    /// - Throws: ``CommandError`` with crontab's message; then the old one is
    ///   kept.
    static func write(_ text: CrontabText) async throws {
        let result = try await run(["-"], input: text.bytes)
        guard result.isSuccess else {
            throw CommandError(
                .outputNotCreated, "The crontab was not changed; crontab says: \(result.message)")
        }
    }

    private struct Result {
        let isSuccess: Bool
        let output: [UInt8]
        let message: String
    }

    private static func run(_ arguments: [String], input: [UInt8]) async throws -> Result {
        do {
            let result = try await Subprocess.run(
                .name("crontab"), arguments: Arguments(arguments),
                environment: .inherit.updating(["LC_ALL": "C"]), input: .array(input),
                output: .bytes(limit: 1 << 24), error: .string(limit: 1 << 16))
            let message = result.standardError.split(whereSeparator: \.isNewline).joined(separator: " ")
            return Result(
                isSuccess: result.terminationStatus.isSuccess, output: result.standardOutput, message: message)
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw CommandError(
                .missingComponent,
                "Cannot find crontab on the PATH. Install it with: apt-get install cron")
        }
    }
}

/// A user's crontab, of which only the lines between markers are changed.
///
/// Kept as bytes, since the rest need not be valid text.
struct CrontabText {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var names: [String] {
        lines.compactMap { line in
            let text = String(decoding: bytes[line], as: UTF8.self)
            guard text.hasPrefix(Self.prefix), text.hasSuffix(" begin\n") else { return nil }
            return String(text.dropFirst(Self.prefix.count).dropLast(" begin\n".count))
        }
    }

    /// Adds a line at the end, or replaces the schedule of the same name.
    ///
    /// - Returns: Whether a schedule was replaced.
    /// - Throws: ``CommandError`` if the name's markers do not match.
    mutating func install(_ line: String, name: String) throws -> Bool {
        let block = [Self.marker(name, "begin"), line, Self.marker(name, "end")]
        let text = Array(block.map { $0 + "\n" }.joined().utf8)
        let places = try places(of: name)
        for place in places.dropFirst().reversed() { bytes.removeSubrange(place) }
        if let place = places.first {
            bytes.replaceSubrange(place, with: text)
        } else {
            if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
            bytes += text
        }
        return !places.isEmpty
    }

    /// Whether the schedule of a name exists and runs another command; when it runs does not matter.
    ///
    /// - Parameter line: The line with the command to compare with.
    /// - Throws: ``CommandError`` if the name's markers do not match.
    func hasOtherCommand(than line: String, name: String) throws -> Bool {
        let commands = try places(of: name).flatMap { place in
            // The first and the last line are markers.
            bytes[place].split(separator: UInt8(ascii: "\n")).dropFirst().dropLast()
                .map { CrontabLine.command(of: String(decoding: $0, as: UTF8.self)) }
        }
        return !commands.isEmpty && !commands.contains(CrontabLine.command(of: line))
    }

    /// Removes a schedule.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: ``CommandError`` if the name's markers do not match.
    mutating func remove(name: String) throws -> Bool {
        let places = try places(of: name)
        for place in places.reversed() { bytes.removeSubrange(place) }
        return !places.isEmpty
    }

    private func places(of name: String) throws -> [Range<Int>] {
        let (begin, end) = (Array(Self.marker(name, "begin").utf8), Array(Self.marker(name, "end").utf8))
        let anyMarker = Array(Self.prefix.utf8)
        var places: [Range<Int>] = []
        var start: Int?
        for (number, line) in lines.enumerated() {
            let text = bytes[line].last == UInt8(ascii: "\n") ? bytes[line].dropLast() : bytes[line]
            guard text.starts(with: anyMarker) else { continue }
            switch (start, text.elementsEqual(begin), text.elementsEqual(end)) {
            case (nil, true, _): start = line.lowerBound
            case (let first?, _, true):
                places.append(first..<line.upperBound)
                start = nil
            case (nil, _, false): break
            default: throw Self.unpaired(name, line: number + 1)
            }
        }
        guard start == nil else { throw Self.unpaired(name, line: lines.count) }
        return places
    }

    /// The lines with their line breaks.
    private var lines: [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = bytes.startIndex
        while start < bytes.endIndex {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.endIndex
            lines.append(start..<end)
            start = end
        }
        return lines
    }

    private static let prefix = "# pagereel "

    private static func marker(_ name: String, _ word: String) -> String { "\(prefix)\(name) \(word)" }

    private static func unpaired(_ name: String, line: Int) -> CommandError {
        CommandError(
            .unreadableInput,
            "In the crontab the lines '\(marker(name, "begin"))' and '\(marker(name, "end"))' do not match up to line "
                + "\(line); nothing was changed. Fix them with crontab -e.")
    }
}
