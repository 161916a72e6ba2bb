internal import CGIO
internal import CWebKitGTK
internal import EngineLink
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

// Blocks requests with a WebKit content filter. WebKit compiles its rules into a
// file, which takes some milliseconds.

extension PageView {
    /// Whether the page comes from the public network and must not access a local one.
    var blocksLocalNetwork: Bool { Self.blocksLocalNetwork(options, of: address) }

    private static func blocksLocalNetwork(_ options: PageOptions, of address: PageAddress) -> Bool {
        guard !options.allowsLocalNetwork, !address.isServed, address.file == nil else { return false }
        return !(address.host.map(LocalNetwork.contains) ?? false)
    }

    /// The rules for a page's requests; `nil` if nothing is blocked.
    static func contentRules(_ options: PageOptions, of address: PageAddress) -> ContentRules? {
        ContentRules(
            blocking: options.blockedAddresses, blocksLocalNetwork: blocksLocalNetwork(options, of: address))
    }

    /// Filters the page's requests from now on.
    ///
    /// - Throws: `invalidPlan` for a pattern that WebKit rejects.
    func install(_ rules: ContentRules) async throws(PageError) {
        do {
            try await filter(rules.json)
        } catch let error as PageError {
            throw error
        } catch {
            throw PageError(.invalidPlan, "The addresses to block cannot be read (\(error)).")
        }
    }

    private func filter(_ json: String) async throws {
        let store = unsafe webkit_user_content_filter_store_new("\(PageEnvironment.runtimeFolder)/filters")
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(store)) }
        let source = unsafe json.withCString { unsafe g_bytes_new($0, gsize(strlen($0))) }
        defer { unsafe g_bytes_unref(source) }
        let outcome = await withCheckedContinuation { (continuation: CheckedContinuation<FilterOutcome, Never>) in
            unsafe webkit_user_content_filter_store_save(
                store, "page", source, nil, finishFilter, CallbackBox.retain(continuation))
        }
        switch outcome {
        case .filter(let filter):
            defer { unsafe webkit_user_content_filter_unref(filter.raw) }
            guard isOpen else { return }
            unsafe webkit_user_content_manager_add_filter(content, filter.raw)
        case .failure(let reason):
            throw PageError(.invalidPlan, "The addresses to block cannot be used: \(reason).")
        }
    }
}

/// A compiled filter with one reference, which is transferred.
@safe private struct Filter: @unchecked Sendable {
    let raw: OpaquePointer
}

private enum FilterOutcome: Sendable {
    case filter(Filter)
    case failure(String)
}

private func finishFilter(
    store: UnsafeMutablePointer<GObject>?, result: OpaquePointer?, context: gpointer?
) {
    var error: UnsafeMutablePointer<GError>?
    let filter = unsafe webkit_user_content_filter_store_save_finish(
        UnsafeMutableRawPointer(store)?.assumingMemoryBound(to: WebKitUserContentFilterStore.self), result, &error)
    let reason = unsafe error.map { unsafe String(cString: $0.pointee.message) } ?? "no reason was given"
    if let error = unsafe error { unsafe g_error_free(error) }
    unsafe CallbackBox<CheckedContinuation<FilterOutcome, Never>>.take(context)?.resume(
        returning: filter.map { unsafe .filter(Filter(raw: $0)) } ?? .failure(reason))
}
