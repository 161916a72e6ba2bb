/// The names of objects in Kubernetes.
package enum KubernetesName {
    /// The longest name of a job: with `-` and an index of up to five digits it is the host name of
    /// a pod, which has at most 63 characters.
    package static let longestOfJob = 57

    /// Whether a text can be the name of a job: a label of RFC 1123 that leaves room for an index.
    package static func isJob(_ text: String) -> Bool { isLabel(text[...]) && text.utf8.count <= longestOfJob }

    /// Whether a text can be the name of another object: a subdomain of RFC 1123.
    package static func isObject(_ text: String) -> Bool {
        text.utf8.count <= 253 && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isLabel)
    }

    /// Makes a job's name from that of a file: `pagereel-` and the file's name without its extension.
    ///
    /// Every run of other characters becomes a `-`.
    package static func job(forFile path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
        let words = stem.lowercased().split { !isLetterOrDigit($0) }
        let name = (["pagereel"] + words).joined(separator: "-").prefix(longestOfJob)
        return String(name.last == "-" ? name.dropLast() : name)
    }

    private static func isLabel(_ text: Substring) -> Bool {
        guard let first = text.first, let last = text.last, text.utf8.count <= 63 else { return false }
        return isLetterOrDigit(first) && isLetterOrDigit(last) && text.allSatisfy { isLetterOrDigit($0) || $0 == "-" }
    }

    private static func isLetterOrDigit(_ character: Character) -> Bool {
        character.isASCII && (character.isLowercase || character.isWholeNumber)
    }
}
