private import CChildProcess
private import CWebKitGTK
internal import Frames
private import Glibc

/// An X server of the recorder's own: no screen, no other clients, ended
/// with its owner.
///
/// The server picks a free display number by itself (`-displayfd`), so any
/// number of recorders can start at once. It accepts only who knows a random
/// key, listens on no network, and gets a signal from the kernel when this
/// process ends in whatever way. Start it on the main thread: the kernel
/// binds the signal to the thread that made the child.
final class PrivateDisplay {
    /// What to put into `DISPLAY`, such as `:1`.
    let name: String
    /// The file that holds the key, for `XAUTHORITY`.
    let authorityFile: String
    /// A folder for sockets and the like, for `XDG_RUNTIME_DIR`.
    let runtimeFolder: String

    /// The server.
    let process: Int32
    private let folder: PrivateFolder

    /// How long the server may take to come up, in milliseconds.
    ///
    /// It takes about 100 on an idle machine.
    private static let startLimit = 20_000

    /// Starts a server and waits until it accepts clients.
    ///
    /// - Parameter screen: The screen's size in device pixels.
    /// - Throws: A missing component that says what to install.
    init(screen: PixelSize) throws(PageError) {
        guard let program = Self.find("Xvfb") else {
            throw PageError(
                .missingComponent,
                "Xvfb, the display server that pages are drawn in, is not on the PATH. "
                    + "Install it with: apt-get install xvfb")
        }
        folder = try PrivateFolder()
        authorityFile = try folder.write(Self.authority(), to: PrivateFolder.authority)
        runtimeFolder = try folder.makeFolder("run")

        let ready = try Pipe()
        let complaints = try Pipe()
        let arguments = [
            program, "-displayfd", "3", "-screen", "0", "\(screen)x24", "-auth", authorityFile,
            "-nolisten", "tcp", "-noreset",
        ]
        process = Self.spawn(program, arguments, passing: ready.input, errors: complaints.input)
        guard process > 0 else {
            throw PageError(
                .missingComponent, "Xvfb could not be started (\(String(cString: strerror(errno)))).")
        }
        ready.closeInput()
        complaints.closeInput()

        guard let number = ready.readLine(within: Self.startLimit), !number.isEmpty else {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
            let reason = complaints.readLine(within: 0) ?? ""
            throw PageError(
                .missingComponent,
                "Xvfb, the display server that pages are drawn in, did not start\(reason.isEmpty ? "." : ": \(reason)")"
            )
        }
        name = ":\(number)"
    }

    deinit {
        // SIGTERM lets the server remove its socket and lock file.
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
    }

    /// Removes the key's file and its folder; nobody new can connect.
    func removeFiles() { folder.remove() }

    /// Finds a program on the PATH.
    static func find(_ program: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }

    private static func spawn(_ program: String, _ arguments: [String], passing passed: CInt, errors: CInt) -> pid_t {
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for argument in argv { free(argument) } }
        return child_process_spawn(program, &argv, environ, passed, errors, SIGTERM)
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

/// A pipe whose ends close with it.
private final class Pipe {
    private(set) var input: CInt
    private let output: CInt

    init() throws(PageError) {
        var ends: [CInt] = [-1, -1]
        guard g_unix_open_pipe(&ends, FD_CLOEXEC, nil) != 0 else {
            throw PageError(
                .missingComponent, "No pipe to Xvfb could be made (\(String(cString: strerror(errno)))).")
        }
        (output, input) = (ends[0], ends[1])
    }

    deinit {
        closeInput()
        close(output)
    }

    func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Reads up to the first newline, or to the end.
    ///
    /// - Returns: Nothing if neither came in time.
    func readLine(within milliseconds: Int) -> String? {
        let clock = SuspendingClock()
        let deadline = clock.now.advanced(by: .milliseconds(milliseconds))
        var bytes: [UInt8] = []
        while true {
            var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let left = Int(clamping: clock.now.duration(to: deadline).wholeNanoseconds / 1_000_000)
            let answer = poll(&waiting, 1, CInt(clamping: max(0, left)))
            if answer < 0 && errno == EINTR { continue }
            guard answer > 0 else { return nil }
            var byte: UInt8 = 0
            let count = read(output, &byte, 1)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 || byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
    }
}
