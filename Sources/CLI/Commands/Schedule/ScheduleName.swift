import ArgumentParser

/// The name by which a schedule is found again, in a crontab and among units.
enum ScheduleName {
    /// Reads a name: letters, digits, dots, dashes and underscores of ASCII,
    /// which systemd's units may have too.
    static func read(_ text: String) throws -> String {
        guard (1...64).contains(text.utf8.count), text.allSatisfy(isAllowed) else {
            throw ValidationError("a schedule's name has 1 to 64 letters, digits, dots, dashes and underscores.")
        }
        return text
    }

    /// A name made of the output's, without its conversions and its end, or
    /// of the page's where nothing is left.
    static func suggestion(output: String, page: String) -> String {
        var name = ""
        var file = lastPart(of: output)[...]
        if let dot = file.lastIndex(of: ".") { file = file[..<dot] }
        while let character = file.popFirst() {
            guard character == "%" else {
                name.append(character)
                continue
            }
            // A flag may stand between: %-d.
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
        let path = page.prefix { $0 != "?" && $0 != "#" }
        let last = lastPart(of: String(path.last == "/" ? path.dropLast() : path))
        return last.lastIndex(of: ".").map { String(last[..<$0]) } ?? last
    }

    private static func lastPart(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }

    /// What may be in a name, with single dashes for the rest.
    private static func clean(_ text: String) -> String {
        let words = text.split { !isAllowed($0) || "-._".contains($0) }
        return String(words.joined(separator: "-").prefix(64))
    }

    private static func isAllowed(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-._".contains(character))
    }
}
