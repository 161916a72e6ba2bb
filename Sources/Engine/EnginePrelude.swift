internal import EngineLink
private import Glibc
internal import PageSampler

/// What an engine does before it starts a thread: it greets the command, waits
/// for its setup, and takes over the environment that pages need.
///
/// Any thread may read the C library's environment at any time, so it is
/// complete before the first one starts. Only WebKit's allocator has a thread
/// by then (Scavenger.cpp), which reads no variables.
@MainActor
struct EnginePrelude {
    /// What the command has sent for later, in order.
    private(set) var requests: [EngineRequest] = []
    /// Bytes that have come and are no whole message yet.
    private(set) var parser = LinkParser(longest: LinkParser.longestRequest)

    private let socket: LinkSocket
    /// The threads that were there before anything was done.
    private let threadsAtFirst = Self.threadCount

    /// Milliseconds between two signs of life.
    private static let heartbeat: CInt = 1000

    /// Prepares; nothing is sent or received yet.
    init(over socket: LinkSocket) { self.socket = socket }

    /// Runs until the setup has come; answers probes that need no display.
    ///
    /// - Returns: The setup; `nil` if the command closed the socket or sent what
    ///   cannot be understood.
    mutating func run() -> EngineSetup? {
        socket.send(.hello(version: LinkMessage.version, engine: PageProbe.engineVersion))
        while true {
            guard socket.isReadable(within: Self.heartbeat) else {
                socket.send(.heartbeat)
                continue
            }
            guard case .bytes(let bytes) = socket.receive() else { return nil }
            parser.append(bytes)
            do throws(LinkError) {
                while let message = try parser.next() {
                    guard case .request(let request) = message else { return nil }
                    if case .begin(let setup) = request {
                        adoptVariables(for: setup)
                        return setup
                    }
                    take(request)
                }
            } catch {
                return nil
            }
        }
    }

    private mutating func take(_ request: EngineRequest) {
        if case .probe(let probe) = request, let answer = EngineProbes.answerAtOnce(probe) {
            socket.send(.report(.probed(answer)))
        } else {
            requests.append(request)
        }
    }

    private func adoptVariables(for setup: EngineSetup) {
        assert(Self.threadCount == threadsAtFirst, "the environment is complete before a thread starts")
        PageProbe.adoptVariables(for: setup)
    }

    /// The threads of this process: each is a folder, and the two links beside
    /// them are those of any folder (proc(5), `/proc/pid/task`).
    private static var threadCount: Int {
        var status = stat()
        return stat("/proc/self/task", &status) == 0 ? Int(status.st_nlink) - 2 : 1
    }
}
