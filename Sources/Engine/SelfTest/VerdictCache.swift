internal import EngineLink
private import FoundationEssentials
internal import PageSampler

/// Caches self-test results in the user's cache folder, one small file per engine and variant.
///
/// The cache is optional: damaged, foreign and unwritable files are ignored. Concurrent processes
/// write identical results atomically.
struct VerdictCache {
    /// The cache folder; `nil` if it is unknown.
    private let folder: String?

    /// The contents of a file.
    private struct Entry: Codable {
        let engine: EngineIdentity
        let variant: EngineVariant
        let verdict: EngineVerdict
    }

    /// Locates the user's cache folder.
    ///
    /// Call this before a page is shown, because the environment changes then.
    init() {
        let environment = ProcessInfo.processInfo.environment
        // Relative paths must be ignored (XDG Base Directory Specification).
        if let named = environment["XDG_CACHE_HOME"], named.hasPrefix("/") {
            folder = "\(named)/pagereel"
        } else {
            let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
            folder = home.hasPrefix("/") ? "\(home)/.cache/pagereel" : nil
        }
    }

    /// The cached result for an engine; `nil` if not cached.
    func verdict(on variant: EngineVariant, of engine: EngineIdentity) -> EngineVerdict? {
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
        guard let folder, let file = file(variant, engine),
            let data = try? encoder.encode(Entry(engine: engine, variant: variant, verdict: verdict))
        else { return }
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // Atomic: writes a temporary file and renames it.
        guard (try? data.write(to: URL(filePath: file), options: .atomic)) != nil else { return }
        removeOldest(in: folder)
    }

    /// Removes old files, which otherwise would accumulate with each engine update.
    private func removeOldest(in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let own = names.filter { $0.hasPrefix(Self.prefix) }.map { "\(folder)/\($0)" }
        guard own.count > Self.mostFiles else { return }
        func date(_ file: String) -> Date {
            let attributes = try? FileManager.default.attributesOfItem(atPath: file)
            return attributes?[.modificationDate] as? Date ?? .distantPast
        }
        for file in own.sorted(by: { date($0) < date($1) }).dropLast(Self.mostFiles) {
            try? FileManager.default.removeItem(atPath: file)
        }
    }

    private func file(_ variant: EngineVariant, _ engine: EngineIdentity) -> String? {
        let name = variant.name.replacing(" ", with: "-")
        return folder.map { "\($0)/\(Self.prefix)\(name)-\(Self.number(of: engine)).json" }
    }

    /// A hash of the engine that is stable across processes (FNV-1a).
    private static func number(of engine: EngineIdentity) -> String {
        let text = ([engine.version] + engine.parts.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
            .joined(separator: "\n")
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }

    private static let prefix = "self-test-"
    private static let mostFiles = 32
    private static let mostBytes = 1 << 20
}
