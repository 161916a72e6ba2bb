private import Glibc
private import Synchronization

/// The engines of this process, which end with it.
///
/// The kernel ends them in any case, but does not remove their files.
enum EngineRegistry {
    private struct Entry {
        weak var engine: EngineProcess?
    }

    private static let engines = Mutex<[Entry]>([])
    private static let isRegistered: Bool = atexit { endAll() } == 0

    /// Adds a new engine.
    static func add(_ engine: EngineProcess) {
        _ = isRegistered
        engines.withLock { engines in
            engines.removeAll { $0.engine == nil }
            engines.append(Entry(engine: engine))
        }
    }

    private static func endAll() {
        let engines = engines.withLock { $0.compactMap(\.engine) }
        for engine in engines { engine.end() }
        for engine in engines { engine.endBeforeExit() }
    }
}
