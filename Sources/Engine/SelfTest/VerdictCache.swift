internal import EngineLink
private import FoundationEssentials
internal import PageRenderer

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
