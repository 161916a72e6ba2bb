internal import EngineLink

/// Finds out from which of a page's frames a signal came.
///
/// WebKit does not say which frame navigates. So scripts in each frame tell
/// what they see (``SignalSourceScripts``): documents that come and go, links
/// that are clicked, forms that are sent, and messages. What a script
/// assigns to `location` none of them sees: then the frame is known if there
/// is no other, or no other of the origin that the request names as its
/// referrer.
struct SignalSources {
    /// What a frame's script tells.
    struct Note: Equatable {
        /// What there is to tell.
        enum Kind: String {
            /// A document has begun.
            case arrived
            /// A document is left.
            case left
            /// A link was clicked, or a form sent.
            case navigates
            /// A message is on its way to the recorder.
            case messages
        }

        let kind: Kind
        /// The document's address when it began.
        let frame: String
        /// Where the link or form leads to.
        let target: String

        /// Reads `kind`, frame and target, a line each; `nil` if it is
        /// anything else.
        init?(_ text: String) {
            let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
            guard lines.count == 3, let kind = Kind(rawValue: String(lines[0])) else { return nil }
            self.kind = kind
            frame = PageAddress.withoutCredentials(String(lines[1]))
            target = String(lines[2])
        }
    }

    /// The documents that are there, by their addresses; one may be there
    /// more than once.
    private var frames: [String] = []
    private var navigating: [Note] = []
    private var messaging: [Note] = []

    /// The most that is remembered: a page may tell for ever.
    private static let most = 1000

    /// Takes in what a frame's script tells.
    mutating func take(_ note: Note) {
        switch note.kind {
        // The empty document in a frame before its own sends nothing, and
        // goes without a word.
        case .arrived where note.frame != "about:blank": if frames.count < Self.most { frames.append(note.frame) }
        case .arrived: break
        case .left: if let index = frames.firstIndex(of: note.frame) { frames.remove(at: index) }
        case .navigates: Self.remember(note, in: &navigating)
        case .messages: Self.remember(note, in: &messaging)
        }
    }

    private static func remember(_ note: Note, in notes: inout [Note]) {
        notes.append(note)
        if notes.count > most { notes.removeFirst() }
    }

    /// The frame that sent the message that is being received.
    mutating func sourceOfMessage() -> String? {
        // Each message is announced, in order.
        messaging.isEmpty ? onlyFrame : messaging.removeFirst().frame
    }

    /// The frame that wants to go to an address.
    ///
    /// - Parameters:
    ///   - target: The address.
    ///   - referrer: What the request names as its referrer, perhaps only an
    ///     origin.
    mutating func sourceOfNavigation(to target: String, referrer: String?) -> String? {
        // A form's target gets its query only when it is sent.
        let place = target.prefix { !"?#".contains($0) }
        if let index = navigating.firstIndex(where: { $0.target.prefix { !"?#".contains($0) } == place }) {
            defer { navigating.removeSubrange(...index) }
            return navigating[index].frame
        }
        if let onlyFrame { return onlyFrame }
        guard let referrer, !referrer.isEmpty else { return nil }
        let candidates = Set(frames.filter { $0.hasPrefix(referrer) })
        return candidates.count == 1 ? candidates.first : nil
    }

    private var onlyFrame: String? {
        guard let first = frames.first, frames.allSatisfy({ $0 == first }) else { return nil }
        return first
    }
}
