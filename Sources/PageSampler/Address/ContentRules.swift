private import FoundationEssentials

/// The requests that a page may not make, in the form of WebKit's content
/// filters: a list of rules as JSON (webkit.org, "Introduction to WebKit Content
/// Blockers").
struct ContentRules: Encodable {
    private struct Rule: Encodable {
        struct Trigger: Encodable {
            let filter: String

            enum CodingKeys: String, CodingKey { case filter = "url-filter" }
        }
        struct Action: Encodable {
            let type = "block"

            enum CodingKeys: CodingKey { case type }
        }

        let trigger: Trigger
        let action = Action()

        enum CodingKeys: CodingKey { case trigger, action }
    }

    private let rules: [Rule]

    /// Makes the rules of a page.
    ///
    /// - Parameters:
    ///   - patterns: Parts of addresses, with `*` for anything.
    ///   - blocksLocalNetwork: Whether addresses of this machine and of private
    ///     networks are refused.
    /// - Returns: `nil` if nothing is refused.
    init?(blocking patterns: [String], blocksLocalNetwork: Bool) {
        let filters = patterns.map(Self.filter) + (blocksLocalNetwork ? LocalNetwork.patterns : [])
        guard !filters.isEmpty else { return nil }
        rules = filters.map { Rule(trigger: Rule.Trigger(filter: $0)) }
    }

    func encode(to encoder: any Encoder) throws { try rules.encode(to: encoder) }

    /// The rules' text.
    var json: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }

    /// A pattern as a regular expression.
    private static func filter(_ pattern: String) -> String {
        pattern.map { character in
            switch character {
            case "*": ".*"
            case _ where character.isLetter || character.isNumber: String(character)
            case "-", "_", "/", ":", "=", "&", "%", "~", ",", ";", "@", "!": String(character)
            default: "\\\(character)"
            }
        }.joined()
    }
}
