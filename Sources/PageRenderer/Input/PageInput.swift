private import CPageHost
internal import CWebKitGTK
package import EngineLink
internal import Frames

/// Performs the steps of a take on its page, one after another.
///
/// Clicks and keys reach the page as GTK events, which it cannot distinguish from a user's. Each step first waits until its
/// element can be used (Playwright's "actionability").
@MainActor
package final class PageInput {
    let view: PageView
    let pacing: any StepPacing
    /// Shows viewers what is done; `nil` if it is not shown.
    let display: InputDisplay?
    /// What frames show of the view.
    let camera: PageCamera
    /// The number of motions of the pointer so far.
    var motions: UInt64 = 0
    /// Where the pointer is, in CSS pixels of the view; `nil` before its first move.
    var pointer: (x: Double, y: Double)?

    /// The pointer's shape when it is seen, as the page wants it; `nil` before its first move, and in it if the page hides it.
    var shape: PointerShape??
    /// When the shape was looked up.
    var shapeTime: PageInstant?
    /// What the engine chooses the shape with while the pointer is on its way; `nil` before the first way.
    var cursor: EngineCursor?
    /// Whether the pointer is on its way.
    var isOnWay = false
    /// Whether a button is held down.
    var isPressed = false
    /// The elements that are framed, with the numbers of their highlights and when those end.
    var highlighted: [(target: PageTarget, number: Int, end: PageInstant)] = []
    /// The last press of a button.
    var lastPress: (button: UInt32, place: (x: Double, y: Double), time: PageInstant)?

    /// Why a step failed, as a sentence for users.
    struct Failure: Error {
        let message: String
        /// Whether waiting does not help.
        var isFinal = false
    }

    /// Prepares input for a page.
    ///
    /// - Parameters:
    ///   - view: The page.
    ///   - pacing: Lets the page's time pass.
    ///   - display: Shows viewers what is done, at the pace of a person; `nil` to be done at once.
    ///   - camera: What frames show of the view.
    package init(for view: PageView, pacing: any StepPacing, display: InputDisplay?, camera: PageCamera) {
        self.view = view
        self.display = display
        self.camera = camera
        self.pacing = pacing
    }

    /// Performs a step and waits until the page has handled it.
    ///
    /// - Parameters:
    ///   - action: What to do. ``PageStep/Action/signal(_:)``, ``PageStep/Action/branch(_:then:)``,
    ///     ``PageStep/Action/screenshot(name:of:)`` and conditions with a signal are the caller's.
    ///   - time: The earliest time of the input; elements are looked at before.
    /// - Returns: `nil` on success, or else the reason for the failure as a sentence for users.
    package func perform(_ action: PageStep.Action, notBefore time: PageInstant) async -> String? {
        do {
            try await act(action, time)
            return nil
        } catch {
            return Self.reason(for: error)
        }
    }

    /// Why a step failed, as a sentence for users.
    static func reason(for error: any Error) -> String {
        switch error {
        case let failure as Failure: failure.message
        case is StepInterruption: StepOutcome.cutOff
        default: "The page was gone before the step was done."
        }
    }

    /// Whether an element is visible now, or why that cannot be told, as a sentence for users.
    package func sees(_ target: PageTarget) async -> (isVisible: Bool, mistake: String?) {
        do {
            try await ask(InputScripts.check(.state(target, .visible)))
            return (true, nil)
        } catch let failure as Failure where failure.isFinal {
            return (false, failure.message)
        } catch {
            // It is missing or hidden, or its document is being replaced.
            return (false, nil)
        }
    }

    private func act(_ action: PageStep.Action, _ time: PageInstant) async throws {
        switch action {
        case .click(let target, let kind): try await click(target, kind, time)
        case .hover(let target): try await point(at: target, for: .hover, time)
        case .drag(let target, let end): try await drag(target, to: end, time)
        case .move(let x, let y):
            try await pacing.pass(until: time)
            try await travel(to: (x, y))
        case .scroll(let distance, let length):
            try await pacing.pass(until: time)
            if let length {
                try await scroll(by: distance, over: length)
            } else {
                try await insist { try await self.ask(InputScripts.scroll(by: distance)) }
            }
        case .scrollTo(let target, let length):
            try await pacing.pass(until: time)
            try await scroll(to: target, over: length)
        case .type(let text, let target, let interval):
            if let target { return try await enter(text, into: target, every: interval, time) }
            try await pacing.pass(until: time)
            try await type(text, every: interval)
        case .fill(let text, let target, let interval):
            try await enter(text, into: target, every: interval, time, replacing: true)
        case .press(let chord):
            try await pacing.pass(until: time)
            display?.showKeys(KeyCaps.texts(ofChord: chord.title), at: pacing.now)
            try await press(chord)
        case .select(let option, let target):
            try await point(at: target, for: .click, time)
            try await insist { try await self.ask(InputScripts.select(option, from: target)) }
        case .check(let target, let isChecked): try await check(target, isChecked, time)
        case .upload(let files, let target):
            try await pacing.pass(until: time)
            try await upload(files, into: target)
        case .highlight(let target, let length):
            try await pacing.pass(until: time)
            try await highlight(target, for: length)
        case .zoom(let target, let factor, let length):
            try await pacing.pass(until: time)
            try await zoom(to: target, by: factor, over: length)
        case .pass(let length): try await pacing.pass(until: time.advanced(by: length))
        case .wait(let condition), .expect(let condition):
            try await pacing.pass(until: time)
            try await wait(for: condition)
        case .evaluate(let script):
            try await pacing.pass(until: time)
            _ = try await result(of: script)
        case .goto(let address):
            try await pacing.pass(until: time)
            try await goTo(address)
        case .signal, .branch, .screenshot:
            preconditionFailure("the caller performs signals and branches, and takes screenshots")
        }
    }

    // MARK: Keys

    /// The time between two characters if a person is seen to type.
    private static let typingInterval = Duration.milliseconds(70)

    func type(_ text: String, every interval: Duration?) async throws {
        let interval = interval ?? (display == nil ? nil : Self.typingInterval)
        let start = pacing.now
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if let interval, index > 0 {
                try await pacing.pass(until: start.advanced(by: interval * (Double(index) + hesitation(index))))
            }
            try await press(PageChord(PageKey(scalar)))
        }
    }

    /// How much a person types a character early or late, in intervals: with a seed, a little and always the same.
    private func hesitation(_ index: Int) -> Double {
        view.options.virtualTime?.seed.map { 0.6 * (PointerPath.fraction(of: $0, UInt64(index)) - 0.5) } ?? 0
    }

    func press(_ chord: PageChord) async throws {
        if view.hasOpenList, chord.modifiers.isEmpty, chord.key.leavesList {
            view.hasOpenList = false
            return
        }
        var state: UInt32 = 0
        for modifier in chord.modifiers {
            let held = state
            try await send { [view] in unsafe recorder_press_key(view.widget, modifier.keyValue, held, 1) }
            state |= modifier.mask
        }
        for isDown in [1, 0] {
            try await send(isRelease: isDown == 0) { [view, state] in
                unsafe recorder_press_key(view.widget, chord.key.keyValue, state, gboolean(isDown))
            }
        }
        for modifier in chord.modifiers.reversed() {
            let held = state
            state &= ~modifier.mask
            try await send(isRelease: true) { [view] in
                unsafe recorder_press_key(view.widget, modifier.keyValue, held, 0)
            }
        }
    }

    // MARK: Events

    /// Sends an event with the page's time as its time stamp, and waits until the page has received it.
    ///
    /// - Parameters:
    ///   - isRelease: Whether the page may be gone afterward, because of what the event or the one before did.
    ///   - script: A script of ``InputScripts`` that runs after it (default: nothing).
    ///   - event: Sends the event.
    /// - Returns: The script's answer.
    @discardableResult
    func send(
        isRelease: Bool = false, then script: String = "return ''", _ event: () -> Void
    ) async throws -> String {
        guard view.isOpen else { throw ScriptError(message: "the page has been closed") }
        view.stamp(event)
        // A script that is sent now arrives after that event.
        do {
            return try await ask(script)
        } catch {
            guard isRelease else { throw error }
            return ""
        }
    }

    /// Runs a script of ``InputScripts``.
    ///
    /// - Throws: ``Failure`` with the script's reason, or ``ScriptError`` if the page is gone.
    @discardableResult
    func ask(_ script: String) async throws -> String {
        var answer = try await view.answer(to: script)
        if answer == LocatorScripts.missing { answer = try await view.answer(to: LocatorScripts.library + script) }
        guard answer.first == InputScripts.failure else { return answer }
        let reason = answer.dropFirst()
        let isFinal = reason.first == InputScripts.failure
        throw Failure(message: String(isFinal ? reason.dropFirst() : reason), isFinal: isFinal)
    }
}

extension PageView {
    /// Sends an event with the page's time as its time stamp.
    func stamp(_ event: () -> Void) {
        guard let clock else { return event() }
        // WebKit subtracts the page's clock again, in a floating-point number that resolves 0.24 µs,
        // and rounds the difference down.
        event_times_set(clock.shared.wallTime + 0.000_001, clock.shared.monotonicTime + 0.000_001)
        event()
        event_times_set(0, 0)
    }
}

extension PageKey {
    /// The X11 keysym of the key (X11 protocol, appendix A).
    fileprivate var keyValue: UInt32 {
        switch identity {
        case .named(let name): unsafe gdk_keyval_from_name(name)
        case .typing(let character): gdk_unicode_to_keyval(character)
        }
    }

    /// Whether the key leaves the open list of a `<select>`.
    fileprivate var leavesList: Bool {
        switch identity {
        case .named(let name): ["Return", "Escape", "space"].contains(name)
        case .typing: false
        }
    }
}

extension PageChord.Modifier {
    /// The X11 keysym of the left one of the keys.
    fileprivate var keyValue: UInt32 {
        switch self {
        case .control: UInt32(GDK_KEY_Control_L)
        case .shift: UInt32(GDK_KEY_Shift_L)
        case .alt: UInt32(GDK_KEY_Alt_L)
        case .meta: UInt32(GDK_KEY_Super_L)
        }
    }

    /// The bit of events while the key is held.
    fileprivate var mask: UInt32 {
        switch self {
        case .control: GDK_CONTROL_MASK.rawValue
        case .shift: GDK_SHIFT_MASK.rawValue
        case .alt: GDK_MOD1_MASK.rawValue
        case .meta: GDK_META_MASK.rawValue
        }
    }
}
