private import CSystemCalls
private import Files
internal import Frames
private import Glibc

/// Runs on an engine's thread: starts the engine and its display server, reads their messages, and ends both.
final class EngineKeeper {
    private let settings: EngineProcess.Settings
    private let frames: SharedFrames
    private let socket: LinkSocket
    private let onMessage: (LinkMessage) throws(PageError) -> Void

    private var display: PrivateDisplay?
    private var engine: ChildProcess?
    /// The engine's standard error.
    private let errors: Pipe
    private var lastErrors = LastLines()
    private var parser = LinkParser(longest: LinkParser.longestReport)
    private var stage = Stage.loading
    private let started = SuspendingClock.now
    private var lastHeard = SuspendingClock.now

    /// The engine's progress.
    private enum Stage {
        /// The program is loading.
        case loading
        /// The engine has sent its hello and waits for its display.
        case greeted
        /// The engine has its display.
        case begun
    }

    /// The timeout for loading the engine's program.
    private static let startLimit = Duration.seconds(30)

    /// Stores the settings; does not start the engine yet.
    init(
        _ settings: EngineProcess.Settings, _ frames: SharedFrames, socket: LinkSocket,
        onMessage: @escaping (LinkMessage) throws(PageError) -> Void
    ) throws(PageError) {
        errors = try Pipe()
        self.settings = settings
        self.frames = frames
        self.socket = socket
        self.onMessage = onMessage
    }

    /// Runs until the engine has ended.
    ///
    /// - Parameters:
    ///   - other: The engine's end of the socket.
    ///   - isToEnd: Returns whether the engine was asked to end.
    func run(passing other: LinkSocket, isToEnd: () -> Bool) -> EngineProcess.End {
        let end: EngineProcess.End
        do throws(PageError) {
            // The display server and the engine inherit it.
            scheduling_step()
            try start(other)
            end = listen(isToEnd)
        } catch {
            end = .failed(error)
        }
        engine?.killAll()
        display?.end()
        engine?.wait(milliseconds: -1)
        return isToEnd() ? .ended : end
    }

    private func start(_ other: LinkSocket) throws(PageError) {
        let program = try EngineProgram.find()
        // First, because its libraries take longer to load than the display server takes to start.
        engine = try ChildProcess(
            program, [], passing: [other.descriptor] + frames.descriptors,
            // A crash is reported in one sentence. Swift's backtrace would go to the user's
            // terminal, and its program would outlive the engine.
            environment: ["SWIFT_BACKTRACE": "enable=no"], errors: errors.input, deathSignal: SIGKILL)
        errors.closeInput()
        // Otherwise this process would keep the socket open.
        other.close()
        if settings.hasDisplay {
            display = try PrivateDisplay(starting: PrivateDisplay.screen(for: settings.pageSize))
        }
    }

    // MARK: Listening

    private func listen(_ isToEnd: () -> Bool) -> EngineProcess.End {
        while true {
            // poll(2) ignores negative descriptors.
            var waiting = [
                socket.descriptor, display?.complaints.output ?? -1, errors.isAtEnd ? -1 : errors.output,
                display.map { $0.name == nil ? $0.ready.output : -1 } ?? -1,
            ].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let count = unsafe poll(&waiting, nfds_t(waiting.count), deadline.pollTimeout)
            if count < 0 && errno == EINTR { continue }
            if isToEnd() { return .ended }
            // Messages may have been waiting while this process was stopped; read them before checking for lateness.
            if waiting[0].revents == 0, let end = lateness() { return end }
            do throws(PageError) {
                if waiting[3].revents != 0 { try display?.readName() }
            } catch {
                return .failed(error)
            }
            if waiting[2].revents != 0 { passOnErrors() }
            if waiting[1].revents != 0, let display, !display.readComplaints() { return displayEnded(display) }
            if waiting[0].revents != 0 {
                do throws(PageError) {
                    guard try receive() else { return isToEnd() ? .ended : engineEnded() }
                } catch {
                    return .died(error.message)
                }
            }
            begin()
        }
    }

    /// The deadline of the engine or the display server, whichever comes first.
    private var deadline: SuspendingClock.Instant {
        let engine =
            stage == .loading ? started.advanced(by: Self.startLimit) : lastHeard.advanced(by: settings.patience)
        guard let display, display.name == nil else { return engine }
        return min(engine, started.advanced(by: PrivateDisplay.startLimit))
    }

    /// How the engine ended if it or the display server missed its deadline.
    private func lateness() -> EngineProcess.End? {
        let now = SuspendingClock.now
        guard now >= deadline else { return nil }
        if let display, display.name == nil, now >= started.advanced(by: PrivateDisplay.startLimit) {
            return .failed(display.notStarted)
        }
        return .silent(stage == .loading ? Self.startLimit : settings.patience)
    }

    /// Handles the engine's messages.
    ///
    /// - Returns: Whether the engine still runs.
    private func receive() throws(PageError) -> Bool {
        guard case .bytes(let bytes) = socket.receive() else { return false }
        lastHeard = SuspendingClock.now
        parser.append(bytes)
        while let message = try parser.next() {
            switch message {
            case .hello(let version, _):
                guard version == LinkMessage.version, stage == .loading else {
                    throw PageError.engineSent("a greeting of another version (\(version)); install all of pagereel")
                }
                stage = .greeted
                try onMessage(message)
            case .heartbeat, .report, .frame, .sound: try onMessage(message)
            case .request, .taken, .released: throw PageError.engineSent("a message that is the command's")
            }
        }
        // The time spent in `onMessage` does not count as silence of the engine.
        lastHeard = SuspendingClock.now
        return true
    }

    /// Sends the engine its display, once both are ready.
    private func begin() {
        guard stage == .greeted, let display, let name = display.name else { return }
        stage = .begun
        lastHeard = SuspendingClock.now
        socket.send(
            .request(
                .begin(
                    EngineSetup(
                        display: name, authorityFile: display.authorityFile, runtimeFolder: display.runtimeFolder,
                        pageSize: settings.pageSize, scale: settings.scale, isSandboxed: settings.isSandboxed,
                        frameSize: settings.pixelSize, hasAlpha: frames.hasAlpha, slotCount: frames.count))))
    }

    /// Copies the engine's standard error to this process's, and keeps its last lines.
    private func passOnErrors() {
        guard let bytes = errors.read() else { return }
        lastErrors.append(bytes)
        // Write errors do not matter.
        _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
    }

    // MARK: Ending

    private func displayEnded(_ display: PrivateDisplay) -> EngineProcess.End {
        guard display.name != nil else { return .failed(display.notStarted) }
        return .died("The page's display server (Xvfb) \(Self.text(of: display.waitForEnd()))")
    }

    private func engineEnded() -> EngineProcess.End {
        // The engine closes its socket as it exits.
        engine?.wait(milliseconds: 1000)
        // GTK exits when its display disappears.
        if let display, display.hasEnded { return displayEnded(display) }
        passOnErrors()
        // A library that aborts the process prints the reason.
        let isOwnDoing = engine?.status.map { [0, SIGTRAP, SIGABRT, SIGILL].contains($0 & 0x7f) } ?? false
        let reason = isOwnDoing ? lastErrors.text.map { ": \($0)" } ?? "" : ""
        return .died("The page's engine (pagereel-engine) \(Self.text(of: engine?.status))\(reason)")
    }

    /// Describes how a process ended (wait(2)), to follow its name.
    private static func text(of status: CInt?) -> String {
        guard let status else { return "ended" }
        let signal = status & 0x7f
        guard signal != 0 else { return "ended with status \(status >> 8 & 0xff)" }
        return unsafe "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    }
}

/// Locates the program `pagereel-engine`.
enum EngineProgram {
    static let name = "pagereel-engine"
    /// The folder beside another package's program with the files that the plugin `EngineFiles` brings:
    /// SwiftPM's name for the resources of the target `PageSampler`.
    private static let resources = "pagereel_PageSampler.resources"

    /// Finds the program.
    ///
    /// The search order is: `PAGEREEL_ENGINE`, the folder of this program (as built), the resources beside
    /// this program (as built by another package), `../libexec/pagereel` (as installed), and the same places
    /// relative to the `pagereel` on the PATH, for programs that use the library.
    ///
    /// - Throws: `missingComponent`; the message lists the places that were searched.
    static func find() throws(PageError) -> String {
        if let named = unsafe getenv("PAGEREEL_ENGINE").map({ unsafe String(cString: $0) }), !named.isEmpty {
            guard unsafe access(named, X_OK) == 0 else {
                throw PageError(
                    .missingComponent,
                    "\(named), which PAGEREEL_ENGINE names, cannot be run (\(SystemError.last.text))."
                )
            }
            return named
        }
        let programs = ["/proc/self/exe", ProgramPath.find("pagereel")].compactMap(\.self)
        let places = programs.compactMap(ProgramPath.folder(of:)).flatMap {
            ["\($0)/\(name)", "\($0)/\(resources)/\(name)", "\($0)/../libexec/pagereel/\(name)"]
        }
        guard let path = places.first(where: { unsafe access($0, X_OK) == 0 }) else {
            throw PageError(
                .missingComponent,
                "\(name), the program that shows pages, is missing; pagereel looked for it at "
                    + "\(places.joined(separator: ", ")). Build or install all of pagereel, copy the folder "
                    + "\(resources) from your package's build folder, or name the program in PAGEREEL_ENGINE.")
        }
        return path
    }
}
