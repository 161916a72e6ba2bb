internal import EngineLink
private import Glibc
internal import PageRenderer

/// Greets the command, waits for its setup, and sets the environment for pages, before any thread starts.
///
/// The environment must be complete before the first thread starts, because any thread may read it
/// through the C library. At this point only WebKit's allocator has a thread (Scavenger.cpp), which
/// reads no variables.
@MainActor
struct EnginePrelude {
    /// Requests that the command has sent for later, in order.
    private(set) var requests: [EngineRequest] = []
    /// The bytes of an incomplete message.
    private(set) var parser = LinkParser(longest: LinkParser.longestRequest)

    private let socket: LinkSocket
    /// The number of threads at the start.
    private let threadsAtFirst = Self.threadCount

    /// The interval between heartbeats, in milliseconds.
    private static let heartbeat: CInt = 1000

    /// Stores the socket; neither sends nor receives yet.
    init(over socket: LinkSocket) { self.socket = socket }

    /// Runs until the setup arrives; answers probes that need no display.
    ///
    /// - Returns: The setup; `nil` if the command closed the socket or sent an invalid message.
    mutating func run() -> EngineSetup? {
        socket.send(.hello(version: LinkMessage.version, engine: PageProbe.engineVersion))
        while true {
            guard socket.isReadable(within: Self.heartbeat) else {
                socket.send(.heartbeat)
                continue
            }
            guard case .bytes(let bytes) = socket.receive() else { return nil }
            parser.append(bytes)
            do throws(PageError) {
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
        EngineVariables.adopt(for: setup)
    }

    /// The number of threads of this process.
    ///
    /// It is the link count of `/proc/self/task` without the two links that every folder has
    /// (proc(5)).
    private static var threadCount: Int {
        var status = stat()
        return unsafe stat("/proc/self/task", &status) == 0 ? Int(status.st_nlink) - 2 : 1
    }
}
