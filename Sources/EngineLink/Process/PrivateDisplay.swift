package import Frames
private import Glibc

/// A private X server for the recorder, with no screen and no other clients.
///
/// Each server has a display number that no other recorder uses at the same time, so that any number
/// of recorders can start at once. It requires a random key, does not listen on the network, and receives a
/// signal when the thread that started it ends. Used by that thread only.
package final class PrivateDisplay {
    /// The value of `DISPLAY`, such as `:1`; `nil` until the server is ready.
    package private(set) var name: String?
    /// The path of the authority file, for `XAUTHORITY`.
    package let authorityFile: String
    /// The folder for sockets, for `XDG_RUNTIME_DIR`.
    package let runtimeFolder: String

    /// The pipe to which the server writes its display number when it is ready.
    let ready: Pipe
    /// The standard error of the server; at its end once the server has ended.
    let complaints: Pipe

    private let number: DisplayNumber
    private let server: ChildProcess
    private let folder: PrivateFolder
    /// The bytes of the display number's line received so far.
    private var line: [UInt8] = []
    private var lastComplaints = LastLines()
    private var isOver = false

    /// The process ID of the server.
    package var process: Int32 { server.process }

    /// The margin around the page, in pixels, where the pointer rests.
    ///
    /// Over the page, the pointer would trigger hover effects.
    package static let margin = 2

    /// The screen size for pictures of the given size.
    package static func screen(for pictures: PixelSize) -> PixelSize {
        PixelSize(width: pictures.width + 2 * margin, height: pictures.height + 2 * margin)
    }

    /// The timeout for the server to start.
    ///
    /// It takes about 0.1 s on an idle machine.
    static let startLimit = Duration.seconds(20)
    /// The timeout for the server to end.
    private static let endLimit = Duration.seconds(2)

    /// Starts a server without waiting until it is ready.
    ///
    /// - Parameter screen: The screen's size in device pixels.
    /// - Throws: `missingComponent`; the message says what to install.
    package init(starting screen: PixelSize) throws(PageError) {
        guard let program = ProgramPath.find("Xvfb") else {
            throw PageError(
                .missingComponent,
                "Xvfb, the display server for pages, is not on the PATH. "
                    + "Install it with: apt-get install xvfb")
        }
        let number = try DisplayNumber()
        self.number = number
        folder = try PrivateFolder()
        authorityFile = try folder.write(Self.authority(), to: PrivateFolder.authority)
        runtimeFolder = try folder.makeFolder("run")
        ready = try Pipe()
        complaints = try Pipe()
        server = try ChildProcess(
            program,
            [
                ":\(number.value)", "-displayfd", "3", "-screen", "0", "\(screen)x24",
                "-auth", authorityFile, "-nolisten", "tcp", "-noreset",
                // Pages draw with EGL. For GLX the server would load Mesa and LLVM: 50 MB, and half of its start.
                "-extension", "GLX",
            ], passing: [ready.input], errors: complaints.input, deathSignal: SIGTERM)
        ready.closeInput()
        complaints.closeInput()
    }

    /// Starts a server and waits until it accepts clients.
    ///
    /// - Parameter screen: The screen's size in device pixels.
    /// - Throws: `missingComponent`; the message says what to install.
    package convenience init(screen: PixelSize) throws(PageError) {
        try self.init(starting: screen)
        let deadline = SuspendingClock.now.advanced(by: Self.startLimit)
        while name == nil {
            guard ready.wait(until: deadline) else { throw notStarted }
            try readName()
        }
    }

    deinit { end() }

    /// Reads the display number.
    ///
    /// - Throws: `missingComponent` if the server has ended instead.
    func readName() throws(PageError) {
        guard let bytes = ready.read() else { throw notStarted }
        line += bytes
        guard let end = line.firstIndex(of: UInt8(ascii: "\n")), end > 0 else { return }
        name = ":\(String(decoding: line[..<end], as: UTF8.self))"
    }

    /// The error for a server that has not started.
    var notStarted: PageError {
        readComplaints()
        let reason = lastComplaints.text.map { ": \($0)" } ?? "."
        return PageError(
            .missingComponent, "Xvfb, the display server for pages, did not start\(reason)")
    }

    /// Reads the server's standard error.
    ///
    /// - Returns: Whether the server still runs.
    @discardableResult
    func readComplaints() -> Bool {
        guard let bytes = complaints.read() else { return false }
        lastComplaints.append(bytes)
        return true
    }

    /// Waits for the server to end, after its standard error has been closed.
    ///
    /// - Returns: The wait(2) status.
    func waitForEnd() -> CInt? {
        server.wait(milliseconds: 1000)
        return server.status
    }

    /// Whether the server has ended.
    var hasEnded: Bool { server.hasEnded }

    /// Ends the server and removes its files; later calls do nothing.
    package func end() {
        guard !isOver else { return }
        isOver = true
        // On SIGTERM the server removes its socket; a stopped server must continue first.
        server.send(SIGTERM)
        server.send(SIGCONT)
        let deadline = SuspendingClock.now.advanced(by: Self.endLimit)
        while complaints.wait(until: deadline), readComplaints() {}
        if !server.hasEnded {
            server.killAll()
            server.wait(milliseconds: -1)
        }
        if server.status != 0 { number.removeServerFiles() }
        folder.remove()
    }

    /// Removes only the folder; the kernel ends the server with its thread.
    package func removeFiles() { folder.remove() }

    /// An authority entry for every host and display with a random key.
    ///
    /// The format is that of Xauthority (libXau, AuWrite.c): a 16-bit big-endian length before each
    /// field; family 65535 is FamilyWild.
    private static func authority() -> [UInt8] {
        func field(_ bytes: some Collection<UInt8>) -> [UInt8] {
            [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)] + bytes
        }
        var random = SystemRandomNumberGenerator()
        let key = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        return [0xff, 0xff] + field([]) + field([]) + field("MIT-MAGIC-COOKIE-1".utf8) + field(key)
    }
}
