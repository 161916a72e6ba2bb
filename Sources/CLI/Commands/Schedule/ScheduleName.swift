import ArgumentParser
import Files

/// The names of schedules, in a crontab and of systemd units.
enum ScheduleName {
    /// Checks a name: ASCII letters, digits, dots, dashes and underscores,
    /// which systemd allows, too.
    static func read(_ text: String) throws -> String {
        guard (1...64).contains(text.utf8.count), text.allSatisfy(isAllowed) else {
            throw ValidationError("a schedule's name has 1 to 64 letters, digits, dots, dashes and underscores.")
        }
        return text
    }

    /// Derives a name from the output's, without conversions and extension, or
    /// else from the page's.
    static func suggestion(output: String, page: String) -> String {
        var name = ""
        var file = output.fileName
        if let dot = file.lastIndex(of: ".") { file = file[..<dot] }
        while let character = file.popFirst() {
            guard character == "%" else {
                name.append(character)
                continue
            }
            // A conversion may have flags: %-d.
            while let flag = file.first, "-_0^#EO".contains(flag) { file.removeFirst() }
            _ = file.popFirst()
            name.append("-")
        }
        for candidate in [name, pageName(page)] {
            let cleaned = clean(candidate)
            if !cleaned.isEmpty { return cleaned }
        }
        return "recording"
    }

    private static func pageName(_ page: String) -> String {
        let last = page.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
        return String(last[..<(last.lastIndex(of: ".") ?? last.endIndex)])
    }

    /// Replaces invalid characters by single dashes.
    private static func clean(_ text: String) -> String {
        let words = text.split { !isAllowed($0) || "-._".contains($0) }
        return String(words.joined(separator: "-").prefix(64))
    }

    private static func isAllowed(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-._".contains(character))
    }
}
