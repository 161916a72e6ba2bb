internal import EngineLink
private import FoundationEssentials
private import LibAV

/// Findings on the versions of the libraries that handle what pages and media files contain.
///
/// Their weaknesses are found and fixed more often than a machine is set up.
enum VersionFindings {
    /// The parts, in order.
    private static let parts = ["WebKitGTK", "GStreamer", "libsoup", "FFmpeg"]

    /// How old apt's lists may be.
    private static let longestAge = 30

    /// One finding for each part, and one for apt's lists.
    ///
    /// - Parameter engine: The engine's answer on its libraries.
    static func all(engine: ProbeAnswer?) async -> [Finding] {
        var running: [String: [LibraryVersion]] = [:]
        if case .versions(let versions) = engine { running = Dictionary(grouping: versions, by: \.name) }
        running["FFmpeg"] = mediaLibraries()
        let lists = await DebianPackages.lists()
        let installed = await installed(running.values.flatMap(\.self), isListed: lists.areThere)
        return parts.compactMap { part in
            guard let versions = running[part], !versions.isEmpty else {
                // FFmpeg's own finding says why it is not there.
                return part == "FFmpeg" ? nil : Finding(part, .untried, isNeeded: false, "needs the engine")
            }
            return finding(part, versions.compactMap { installed[$0.name] })
        } + [finding(on: lists, hasAnswer: installed.values.contains { $0.newest != nil })]
    }

    /// FFmpeg's libraries in this process.
    private static func mediaLibraries() -> [LibraryVersion] {
        // The finding on FFmpeg says why it cannot be loaded.
        guard (try? FFmpeg.load()) != nil else { return [] }
        return FFmpeg.versions.map { LibraryVersion($0.soname, $0.version, soname: $0.soname) }
    }

    /// Finds the packages of libraries.
    ///
    /// - Returns: The libraries by name.
    private static func installed(_ libraries: [LibraryVersion], isListed: Bool) async -> [String: InstalledLibrary] {
        let packages = await DebianPackages.packages(of: libraries.compactMap(\.file))
        let candidates = isListed ? await DebianPackages.candidates(of: Array(packages.values)) : [:]
        var installed: [String: InstalledLibrary] = [:]
        for library in libraries {
            let package = library.file.flatMap { packages[$0] }
            let newest = package.flatMap { candidates[$0.name] }
            var isOutdated = false
            if let package, let newest {
                isOutdated = await DebianPackages.isVersion(package.version, olderThan: newest)
            }
            installed[library.name] = InstalledLibrary(
                name: library.name, version: library.version, package: package?.name, packageVersion: package?.version,
                newest: newest, isOutdated: isOutdated)
        }
        return installed
    }

    private static func finding(_ part: String, _ libraries: [InstalledLibrary]) -> Finding {
        let version = part == "FFmpeg" ? FFmpeg.release : libraries.first?.version ?? ""
        let old = libraries.filter(\.isOutdated)
        guard let first = old.first, let installed = first.packageVersion, let newest = first.newest else {
            let package = libraries.first?.packageVersion.map { "Debian's \($0)" } ?? "not from a Debian package"
            return Finding(part, .ok, isNeeded: false, "\(version), \(package)", libraries: libraries)
        }
        let packages = Set(old.compactMap(\.package)).sorted()
        return Finding(
            part, .outdated, isNeeded: false,
            "\(version) is installed as \(installed), and Debian has \(newest), which may fix weaknesses. Install it "
                + "with: apt-get install --only-upgrade \(packages.joined(separator: " "))",
            packages: packages, libraries: libraries)
    }

    /// - Parameter hasAnswer: Whether apt knows a version of any library.
    private static func finding(on lists: DebianPackages.Lists, hasAnswer: Bool) -> Finding {
        let part = "newer versions"
        let advice = "Run apt-get update."
        switch lists {
        case .noApt:
            return Finding(part, .untried, isNeeded: false, "There is no apt, which would know newer versions.")
        case .absent:
            return Finding(
                part, .untried, isNeeded: false, "apt has no package lists, so newer versions are not known. \(advice)")
        case .read where !hasAnswer:
            return Finding(
                part, .untried, isNeeded: false,
                "apt names no version of these libraries, so newer ones are not known. Check apt-cache policy.")
        case .read(let date):
            let age = Int(Date.now.timeIntervalSince(date) / 86_400)
            let day = date.formatted(.iso8601.year().month().day())
            return age > longestAge
                ? Finding(
                    part, .untried, isNeeded: false,
                    "apt's package lists are \(age) days old, so newer versions may be missing. \(advice)")
                : Finding(part, .ok, isNeeded: false, "apt's package lists are from \(day)")
        }
    }
}

extension DebianPackages.Lists {
    /// Whether there are lists.
    fileprivate var areThere: Bool { if case .read = self { true } else { false } }
}
