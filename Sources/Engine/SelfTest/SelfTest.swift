internal import EngineLink
private import FoundationEssentials
internal import PageRenderer

/// Determines whether the virtual clock is exact with the installed engine, once per engine.
@MainActor
final class SelfTest {
    private let cache: VerdictCache
    private let options: PageOptions
    /// The results of this process, used if there is no cache.
    private static var known: [EngineIdentity: [EngineVariant: EngineVerdict]] = [:]

    /// How long trials without a certain result are repeated, on a busy machine.
    private static let patience = Duration.seconds(30)

    /// Stores the arguments; the work begins with `verdict`.
    ///
    /// - Parameters:
    ///   - options: The options with which pages will be shown.
    ///   - cache: The cache of results.
    init(for options: PageOptions, cache: VerdictCache) {
        self.options = options
        self.cache = cache
    }

    /// The result for one variant, from the cache or from a trial of half a second.
    ///
    /// - Parameter isNew: Whether to ignore known results.
    /// - Throws: `missingComponent` if no page can be shown on this machine, or `invalidPlan`.
    func verdict(on variant: EngineVariant, isNew: Bool = false) async throws(PageError) -> EngineVerdict {
        let engine = try EngineIdentity(isSandboxed: options.isSandboxed)
        if !isNew, let known = Self.known[engine]?[variant] ?? cache.verdict(on: variant, of: engine) { return known }
        let verdict = try await Self.settled(within: Self.patience) { () async throws(PageError) in
            try await EngineTrial(variant, like: options).run(before: options)
        }
        if verdict.isCertain {
            Self.known[engine, default: [:]][variant] = verdict
            cache.keep(verdict, on: variant, of: engine)
        }
        return verdict
    }

    /// Repeats a trial until its result is certain, and once more if the clock is not exact.
    ///
    /// A result is kept for as long as the engine stays the same, so a single trial that failed on a busy
    /// machine must not decide.
    static func settled(
        within patience: Duration, trial: @MainActor () async throws(PageError) -> EngineVerdict
    ) async throws(PageError) -> EngineVerdict {
        let begun = SuspendingClock.now
        func certain() async throws(PageError) -> EngineVerdict {
            var verdict: EngineVerdict
            repeat {
                verdict = try await trial()
            } while !verdict.isCertain && begun.duration(to: SuspendingClock.now) < patience
            return verdict
        }
        let first = try await certain()
        return first.isExact || !first.isCertain ? first : try await certain()
    }
}

/// Caches self-test results in the user's cache folder, one small file per engine and variant.
///
/// The cache is optional: damaged, foreign and unwritable files are ignored. Concurrent processes
/// write identical results atomically.
struct VerdictCache {
    private let cache: UserCache

    /// The contents of a file.
    private struct Entry: Codable {
        let engine: EngineIdentity
        let variant: EngineVariant
        let verdict: EngineVerdict
    }

    /// Uses the user's cache.
    init(in cache: UserCache) { self.cache = cache }

    /// The cached result for an engine; `nil` if not cached.
    func verdict(on variant: EngineVariant, of engine: EngineIdentity) -> EngineVerdict? {
        // A damaged entry counts as missing: the engine is tested again.
        guard let file = file(variant, engine), let data = FileManager.default.contents(atPath: file),
            data.count < Self.mostBytes,
            let entry = try? JSONDecoder().decode(Entry.self, from: data), entry.engine == engine,
            entry.variant == variant
        else { return nil }
        return entry.verdict
    }

    /// Stores a result; errors are ignored.
    func keep(_ verdict: EngineVerdict, on variant: EngineVariant, of engine: EngineIdentity) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        // Without an entry the engine is tested again.
        guard let file = file(variant, engine),
            let data = try? encoder.encode(Entry(engine: engine, variant: variant, verdict: verdict)), cache.begin()
        else { return }
        // Atomic: writes a temporary file and renames it.
        guard (try? data.write(to: URL(filePath: file), options: .atomic)) != nil else { return }
        cache.removeOldest(named: Self.prefix, keeping: Self.mostFiles)
    }

    private func file(_ variant: EngineVariant, _ engine: EngineIdentity) -> String? {
        let name = variant.name.replacing(" ", with: "-")
        return cache.file(named: "\(Self.prefix)\(name)-\(Self.number(of: engine)).json")
    }

    private static func number(of engine: EngineIdentity) -> String {
        UserCache.hash([engine.version] + engine.parts.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
    }

    private static let prefix = "self-test-"
    private static let mostFiles = 32
    private static let mostBytes = 1 << 20
}
