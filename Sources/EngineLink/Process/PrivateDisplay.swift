internal import Files
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

/// A display number for a private display, reserved for the lifetime of this object.
///
/// A server that chooses the lowest free number itself may take one whose last server is just
/// ending, which then removes the new server's socket. Programs in WebKit's sandbox need that file.
/// Process IDs are no source of numbers either: processes in different PID namespaces have the same
/// ones, and their servers may share a network namespace.
///
/// The reservation is a socket with an abstract name (unix(7)), which exists once in a network
/// namespace. The kernel releases the name when the process ends, however it ends.
final class DisplayNumber {
    /// The number.
    let value: Int

    /// The bound socket, which this object owns.
    private let socket: CInt

    /// The numbers of private displays, above those of screens and of remote sessions.
    ///
    /// A display's number plus 6000 is a 16-bit port number.
    static let numbers = 1000..<59_000

    /// Reserves a random number.
    ///
    /// Recorders in different network namespaces may share the folder of the servers' sockets. They
    /// do not see each other's reservations, but start at different numbers.
    ///
    /// - Throws: `missingComponent` if the system has no free descriptor or number.
    convenience init() throws(PageError) {
        try self.init(from: .random(in: Self.numbers))
    }

    /// Reserves the first free number from `start` on, which is one of ``numbers``.
    ///
    /// After the last number, the search continues with the first.
    init(from start: Int) throws(PageError) {
        socket = Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Self.failure }
        let socket = socket
        let candidates = [start..<Self.numbers.upperBound, Self.numbers.lowerBound..<start].joined()
        guard let number = candidates.first(where: { !Self.isUsed($0) && Self.reserve($0, with: socket) }) else {
            let failure = Self.failure
            close(socket)
            throw failure
        }
        value = number
    }

    deinit { close(socket) }

    /// Removes the socket and the lock of a server that was killed (Xserver(1), FILES).
    func removeServerFiles() {
        for file in Self.files(of: value) { unsafe unlink(file) }
    }

    private static func files(of number: Int) -> [String] {
        ["/tmp/.X11-unix/X\(number)", "/tmp/.X\(number)-lock"]
    }

    /// Whether a server has a number, or was killed and left its files.
    private static func isUsed(_ number: Int) -> Bool {
        files(of: number).contains { unsafe access($0, F_OK) == 0 }
    }

    /// Binds a socket to the abstract name of a number.
    ///
    /// - Returns: Whether no other process has the name.
    private static func reserve(_ number: Int, with socket: CInt) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array("pagereel-display-\(number)".utf8)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
            unsafe path.dropFirst().copyBytes(from: name)
        }
        // Only the bytes within the length belong to an abstract name, the first of which is 0.
        let length = MemoryLayout<sa_family_t>.size + 1 + name.count
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(socket, $0, socklen_t(length)) == 0
            }
        }
    }

    private static var failure: PageError {
        PageError(
            .missingComponent,
            "No display number could be reserved for Xvfb (\(SystemError.last.text))."
        )
    }
}

/// The temporary folder of a display, with its key and the files that its processes share.
final class PrivateFolder {
    /// The absolute path, without a trailing slash.
    var path: String { folder.path }

    private let folder: LockedFolder

    /// The name of the authority file, which every such folder contains.
    static let authority = "Xauthority"

    /// Creates a folder in `TMPDIR` or `/tmp`.
    ///
    /// - Throws: `missingComponent` if temporary files cannot be created.
    init() throws(PageError) {
        let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        do throws(SystemError) {
            folder = try LockedFolder(in: parent, prefix: "pagereel-display-", mark: Self.authority)
        } catch {
            throw PageError(
                .missingComponent,
                "A temporary folder could not be created in \(parent) (\(error.text)). "
                    + "Make it writable, or point TMPDIR at a folder that is.")
        }
    }

    /// Removes the folder and its contents; later calls do nothing.
    func remove() { folder.remove() }

    /// Writes a new file that only this user can read.
    ///
    /// - Returns: The path of the file.
    func write(_ bytes: [UInt8], to name: String) throws(PageError) -> String {
        let file = "\(path)/\(name)"
        let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0, unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count, close(descriptor) == 0
        else {
            throw PageError(
                .missingComponent, "\(file) could not be written (\(SystemError.last.text)).")
        }
        return file
    }

    /// Creates a subfolder that only this user can enter.
    ///
    /// - Returns: The path of the subfolder.
    func makeFolder(_ name: String) throws(PageError) -> String {
        let folder = "\(path)/\(name)"
        guard unsafe mkdir(folder, 0o700) == 0 else {
            throw PageError(.missingComponent, "\(folder) could not be created (\(SystemError.last.text)).")
        }
        return folder
    }
}
