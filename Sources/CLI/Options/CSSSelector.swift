import ArgumentParser

/// Rejects CSS selectors that are invalid in every engine, before a page is loaded
/// (Selectors Level 4, 17).
///
/// Only the page's engine can validate a selector fully, for example the names of
/// pseudo-classes.
enum CSSSelector {
    /// Whether a selector may be valid.
    static func mayBeValid(_ text: String) -> Bool {
        // Comments may contain anything.
        if text.contains("/*") { return true }
        guard let parts = outsideBrackets(text) else { return false }
        // A combinator or a comma joins two selectors; nothing else is between.
        let selectors = parts.split(separator: ",", omittingEmptySubsequences: false)
        return selectors.allSatisfy { selector in
            let compounds = selector.split(omittingEmptySubsequences: false) { ">+~".contains($0) }
            return compounds.allSatisfy { !$0.allSatisfy(\.isWhitespace) && hasNames($0) }
        }
    }

    /// Whether a name follows each `#`, `.` and `:`.
    private static func hasNames(_ compound: Substring) -> Bool {
        let text = Array(compound)
        return text.indices.allSatisfy { index in
            guard "#.:".contains(text[index]) else { return true }
            guard index + 1 < text.count else { return false }
            let next = text[index + 1]
            if text[index] == ":", next == ":" { return index == 0 || text[index - 1] != ":" }
            return next.isLetter || "_-\\".contains(next) || !next.isASCII
        }
    }

    /// The text without brackets and their contents, with a letter in place of an
    /// attribute; `nil` if brackets do not match.
    ///
    /// The end of the text closes brackets and strings (CSS Syntax Level 3, 5.4.8).
    private static func outsideBrackets(_ text: String) -> String? {
        var outside = ""
        var open: [Character] = []
        var isEscaped = false
        for character in text {
            defer { isEscaped = !isEscaped && character == "\\" }
            if let last = open.last, last == "\"" || last == "'" {
                if character == last, !isEscaped { open.removeLast() }
                continue
            }
            guard !isEscaped else {
                if open.isEmpty { outside.append("a") }
                continue
            }
            switch character {
            case "\"", "'":
                // Strings are valid only in brackets.
                if open.isEmpty { return nil }
                open.append(character)
            case "[", "(":
                // Attributes are selectors by themselves; arguments belong to a name.
                if open.isEmpty, character == "[" { outside.append("a") }
                open.append(character)
            case "]", ")":
                guard open.popLast() == (character == "]" ? "[" : "(") else { return nil }
            default:
                if open.isEmpty { outside.append(character) }
            }
        }
        return outside
    }
}

/// Reads a CSS selector.
func cssSelector(_ text: String) throws -> String {
    guard CSSSelector.mayBeValid(text) else {
        throw ValidationError("this is not a CSS selector; write '#chart', '.ready' or 'main > img'.")
    }
    return text
}
