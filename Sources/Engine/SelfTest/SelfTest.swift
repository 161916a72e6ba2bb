internal import EngineLink
internal import PageSampler

/// Finds out whether the virtual clock is exact on the engine that is here, once for each engine.
@MainActor
final class SelfTest {
    private let cache: VerdictCache
    private let options: PageOptions
    /// What this process has found out itself, where there is no cache.
    private static var known: [EngineIdentity: [EngineVariant: EngineVerdict]] = [:]

    /// Prepares to test; nothing starts yet.
    ///
    /// - Parameters:
    ///   - options: How pages are going to be shown.
    ///   - cache: Where verdicts are kept.
    init(for options: PageOptions, cache: VerdictCache) {
        self.options = options
        self.cache = cache
    }

    /// The verdict on one way to make pictures, from the cache or by a trial of half a second.
    ///
    /// - Parameter isNew: Whether what is known already does not count.
    /// - Throws: `missingComponent`, if no page can be shown here, or `invalidOption`.
    func verdict(on variant: EngineVariant, isNew: Bool = false) async throws(PageError) -> EngineVerdict {
        let engine = try EngineIdentity(isSandboxed: options.isSandboxed)
        if !isNew, let known = Self.known[engine]?[variant] ?? cache.verdict(on: variant, of: engine) { return known }
        let verdict = try await EngineTrial(variant, like: options).run(before: options)
        if verdict.isCertain {
            Self.known[engine, default: [:]][variant] = verdict
            cache.keep(verdict, on: variant, of: engine)
        }
        return verdict
    }
}
