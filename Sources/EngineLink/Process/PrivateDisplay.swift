package import Frames
private import Glibc

/// An X server of the recorder's own: no screen, no other clients, ended
/// with its owner.
///
/// The server picks a free display number by itself (`-displayfd`), so any
/// number of recorders can start at once. It accepts only who knows a random
/// key, listens on no network, and gets a signal from the kernel when the thread
/// that started it ends in whatever way. Used by that thread only.
package final class PrivateDisplay {
    /// What to put into `DISPLAY`, such as `:1`; `nil` until the server is ready.
    package private(set) var name: String?
    /// The file that holds the key, for `XAUTHORITY`.
    package let authorityFile: String
    /// A folder for sockets and the like, for `XDG_RUNTIME_DIR`.
    package let runtimeFolder: String

    /// Where the server tells its number; readable once it is ready.
    let ready: Pipe
    /// What the server complains of; at its end once the server has ended.
    let complaints: Pipe

    private let server: ChildProcess
    private let folder: PrivateFolder
    /// The number and what else has come of its line.
    private var line: [UInt8] = []
    private var lastComplaints = LastLines()
    private var isOver = false

    /// The server.
    package var process: Int32 { server.process }

    /// Pixels beside what is shown, where the pointer rests: over the page it
    /// would make whatever is in the middle look hovered over.
    package static let margin = 2

    /// The screen for pictures of some size.
    package static func screen(for pictures: PixelSize) -> PixelSize {
        PixelSize(width: pictures.width + 2 * margin, height: pictures.height + 2 * margin)
    }

    /// How long the server may take to come up.
    ///
    /// It takes about 0.1 s on an idle machine.
    static let startLimit = Duration.seconds(20)
    /// How long the server may take to end.
    private static let endLimit = Duration.seconds(2)

    /// Starts a server; it is ready later.
    ///
    /// - Parameter screen: The screen's size in device pixels.
    /// - Throws: A missing component that says what to install.
    package init(starting screen: PixelSize) throws(PageError) {
        guard let program = ProgramPath.find("Xvfb") else {
            throw PageError(
                .missingComponent,
                "Xvfb, the display server that pages are drawn in, is not on the PATH. "
                    + "Install it with: apt-get install xvfb")
        }
        folder = try PrivateFolder()
        authorityFile = try folder.write(Self.authority(), to: PrivateFolder.authority)
        runtimeFolder = try folder.makeFolder("run")
        ready = try Pipe()
        complaints = try Pipe()
        server = try ChildProcess(
            program,
            [
                "-displayfd", "3", "-screen", "0", "\(screen)x24", "-auth", authorityFile, "-nolisten", "tcp",
                "-noreset",
            ], passing: [ready.input], errors: complaints.input, deathSignal: SIGTERM)
        ready.closeInput()
        complaints.closeInput()
    }

    /// Starts a server and waits until it accepts clients.
    ///
    /// - Parameter screen: The screen's size in device pixels.
    /// - Throws: A missing component that says what to install.
    package convenience init(screen: PixelSize) throws(PageError) {
        try self.init(starting: screen)
        let deadline = SuspendingClock.now.advanced(by: Self.startLimit)
        while name == nil {
            guard ready.wait(until: deadline) else { throw notStarted }
            try readName()
        }
    }

    deinit { end() }

    /// Takes in what the server tells of its number.
    ///
    /// - Throws: `missingComponent` if the server has ended instead.
    func readName() throws(PageError) {
        guard let bytes = ready.read() else { throw notStarted }
        line += bytes
        guard let end = line.firstIndex(of: UInt8(ascii: "\n")), end > 0 else { return }
        name = ":\(String(decoding: line[..<end], as: UTF8.self))"
    }

    /// Why there is no server, for a person.
    var notStarted: PageError {
        readComplaints()
        let reason = lastComplaints.text.map { ": \($0)" } ?? "."
        return PageError(
            .missingComponent, "Xvfb, the display server that pages are drawn in, did not start\(reason)")
    }

    /// Takes in what the server complains of.
    ///
    /// - Returns: Whether the server still runs.
    @discardableResult
    func readComplaints() -> Bool {
        guard let bytes = complaints.read() else { return false }
        lastComplaints.append(bytes)
        return true
    }

    /// Waits for the server's end, as its standard error has ended.
    ///
    /// - Returns: How it ended (wait(2)).
    func waitForEnd() -> CInt? {
        server.wait(milliseconds: 1000)
        return server.status
    }

    /// Whether the server has ended by itself.
    var hasEnded: Bool { server.hasEnded }

    /// Ends the server and removes what it has on disk, once.
    package func end() {
        guard !isOver else { return }
        isOver = true
        // SIGTERM lets the server remove its socket; one that is stopped must go on
        // for that.
        server.send(SIGTERM)
        server.send(SIGCONT)
        let deadline = SuspendingClock.now.advanced(by: Self.endLimit)
        while complaints.wait(until: deadline), readComplaints() {}
        if !server.hasEnded {
            server.killGroup()
            server.wait(milliseconds: -1)
        }
        removeSocket()
        folder.remove()
    }

    /// Removes the folder only; the kernel ends the server with its thread.
    package func removeFiles() { folder.remove() }

    /// Removes the socket of a server that was killed (Xserver(1), FILES).
    ///
    /// Another server may have the number by now: then somebody answers.
    private func removeSocket() {
        guard let number = name?.dropFirst() else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = "/tmp/.X11-unix/X\(number)"
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let client = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard client >= 0 else { return }
        defer { close(client) }
        let isRefused = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) != 0 && errno == ECONNREFUSED
            }
        }
        if isRefused { unlink(path) }
    }

    /// One entry for every host and display with a random key, in the file
    /// format of Xauthority (libXau, AuWrite.c): big-endian 16-bit lengths
    /// before each field, family 65535 (FamilyWild).
    private static func authority() -> [UInt8] {
        func field(_ bytes: some Collection<UInt8>) -> [UInt8] {
            [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)] + bytes
        }
        var random = SystemRandomNumberGenerator()
        let key = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        return [0xff, 0xff] + field([]) + field([]) + field("MIT-MAGIC-COOKIE-1".utf8) + field(key)
    }
}
