internal import EngineLink

/// The conditions that must be met before a recording starts.
struct StartGate {
    /// Whether the start signal is still missing.
    private(set) var awaitsSignal: Bool
    private var awaitsLoad: Bool
    private var awaitsElement: Bool
    private let startAddress: String
    private let element: String?

    /// Creates a gate that is closed until all conditions are met.
    ///
    /// - Parameters:
    ///   - start: The event that starts the recording.
    ///   - addresses: The addresses that are signals.
    ///   - element: A CSS selector that must match as well.
    init(_ start: RecordingStart, addresses: SignalAddresses, element: String?) {
        awaitsSignal = start == .signal
        awaitsLoad = start == .load
        awaitsElement = element != nil
        startAddress = addresses.address(of: .start)
        self.element = element
    }

    /// Whether the recording may begin.
    var isOpen: Bool { !awaitsSignal && !awaitsLoad && !awaitsElement }

    /// Notes the page's start signal.
    mutating func signalled() { awaitsSignal = false }

    /// Notes that the page has been loaded and painted.
    mutating func loaded() { awaitsLoad = false }

    /// Notes that the element exists.
    mutating func foundElement() { awaitsElement = false }

    /// The unmet conditions, for messages.
    var description: String {
        var texts: [String] = []
        if awaitsElement { texts.append("an element that matches \(element ?? "")") }
        if awaitsLoad { texts.append("the page to be loaded and painted") }
        if awaitsSignal {
            texts.append("the page's start signal (a navigation to \(startAddress), or the message 'start')")
        }
        return texts.joined(separator: " and ")
    }
}
