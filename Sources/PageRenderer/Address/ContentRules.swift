private import FoundationEssentials

/// The requests that a page may not make, as WebKit content-blocker rules.
///
/// The format is a JSON list of rules (webkit.org, "Introduction to WebKit Content Blockers").
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

    /// Compiles the rules for a page.
    ///
    /// - Parameters:
    ///   - patterns: Parts of URLs; `*` matches anything.
    ///   - blocksLocalNetwork: Whether to block addresses of this machine and of private networks.
    /// - Returns: `nil` if nothing is blocked.
    init?(blocking patterns: [String], blocksLocalNetwork: Bool) {
        let filters = patterns.map(Self.filter) + (blocksLocalNetwork ? LocalNetwork.patterns : [])
        guard !filters.isEmpty else { return nil }
        rules = filters.map { Rule(trigger: Rule.Trigger(filter: $0)) }
    }

    /// The regular expressions for blocked addresses.
    var filters: [String] { rules.map(\.trigger.filter) }

    func encode(to encoder: any Encoder) throws { try rules.encode(to: encoder) }

    /// The rules as JSON.
    var json: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }

    /// Converts a pattern to a regular expression.
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
