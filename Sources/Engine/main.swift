internal import EngineLink
private import Glibc
internal import PageRenderer

// pagereel-engine: shows one page for its parent process, which passes a socket and the memory of
// the pictures (see LinkMessage).

if CommandLine.arguments.dropFirst() == [MediaRegistry.argument] { exit(MediaRegistry.write() ? 0 : 1) }
private var status = stat()
guard unsafe fstat(EngineSession.socketDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
    let text: StaticString = "pagereel-engine: error: this program is started by pagereel; use pagereel record.\n"
    _ = unsafe write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    exit(64)
}
// Writing to a closed socket must not kill the process before it has cleaned up.
signal(SIGPIPE, SIG_IGN)
private let socket = LinkSocket(inheriting: EngineSession.socketDescriptor)
// Located before the environment is changed for pages.
private let cache = UserCache()
private let media = MediaRegistry(in: cache)
private var prelude = EnginePrelude(over: socket)
if let setup = prelude.run() {
    let session = EngineSession(over: socket, cache: VerdictCache(in: cache), media: media, after: prelude)
    MainLoop.run { await session.run(setup) }
}
