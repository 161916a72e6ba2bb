internal import EngineLink
private import Synchronization

/// Engines that are kept between recordings, with their display servers.
///
/// Each page has a process and a session of its own in any case. What is kept is the engine around them,
/// with WebKit's network process, which take longer to start than a page. Any thread may use this object; releasing the last
/// reference ends its engines.
public final class EnginePool: Sendable {
    private let resting = Mutex<[EngineProcess]>([])
    /// The number of engines that may wait for another page.
    private let capacity: Int

    /// The number of pages after which an engine is replaced, so that what libraries leak stays small.
    private static let mostTakes = 200

    /// Creates an empty pool.
    ///
    /// - Parameter capacity: The number of engines that may wait for another page; at least as many as
    ///   recordings run at the same time.
    public init(capacity: Int) { self.capacity = capacity }

    /// Ends the engines that wait, and waits until nothing is left of them.
    public func drain() async {
        let engines = resting.withLock { resting in
            defer { resting = [] }
            return resting
        }
        for engine in engines { engine.end() }
        for engine in engines { await engine.waitForEnd() }
    }

    /// Takes an engine out of the pool, or starts one.
    ///
    /// - Throws: `missingComponent`.
    func engine(_ settings: EngineProcess.Settings) throws(PageError) -> EngineProcess {
        let kept = resting.withLock { resting -> EngineProcess? in
            resting.removeAll(where: \.hasEnded)
            // The latest, whose memory is most likely still in use.
            return resting.lastIndex { $0.settings == settings }.map { resting.remove(at: $0) }
        }
        return if let kept { kept } else { try EngineProcess(settings) }
    }

    /// Puts an engine into the pool after a take.
    ///
    /// If the pool is full, the engine that has waited longest ends.
    func keep(_ engine: EngineProcess) {
        guard engine.takes < Self.mostTakes, !engine.hasEnded else { return engine.end() }
        let surplus = resting.withLock { resting -> EngineProcess? in
            resting.append(engine)
            return resting.count > capacity ? resting.removeFirst() : nil
        }
        surplus?.end()
    }
}
