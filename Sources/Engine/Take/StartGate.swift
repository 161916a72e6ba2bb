internal import EngineLink

/// The conditions that must be met before a recording starts.
struct StartGate {
    private enum Condition: Hashable {
        case signal(address: String)
        case load
        case element(selector: String)
    }

    private var missing: Set<Condition> = []

    /// Creates a gate that is closed until all conditions are met.
    ///
    /// - Parameters:
    ///   - start: The event that starts the recording.
    ///   - addresses: The addresses that are signals.
    ///   - element: A CSS selector that must match as well.
    init(_ start: RecordingStart, addresses: SignalAddresses, element: String?) {
        switch start {
        case .signal: missing.insert(.signal(address: addresses.address(of: .start)))
        case .load: missing.insert(.load)
        }
        if let element { missing.insert(.element(selector: element)) }
    }

    /// Whether the recording may begin.
    var isOpen: Bool { missing.isEmpty }

    /// Whether the start signal is still missing.
    var awaitsSignal: Bool {
        missing.contains { if case .signal = $0 { true } else { false } }
    }

    /// Notes the page's start signal.
    mutating func signalled() {
        missing = missing.filter { if case .signal = $0 { false } else { true } }
    }

    /// Notes that the page has been loaded and painted.
    mutating func loaded() { missing.remove(.load) }

    /// Notes that the element exists.
    mutating func foundElement() {
        missing = missing.filter { if case .element = $0 { false } else { true } }
    }

    /// The unmet conditions, for messages.
    var description: String {
        let texts = missing.map { condition in
            switch condition {
            case .signal(let address): "the page's start signal (a navigation to \(address), or the message 'start')"
            case .load: "the page to be loaded and painted"
            case .element(let selector): "an element that matches \(selector)"
            }
        }
        return texts.sorted().joined(separator: " and ")
    }
}
