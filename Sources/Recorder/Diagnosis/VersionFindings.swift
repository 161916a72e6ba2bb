internal import EngineLink
internal import FoundationEssentials
private import LibAV
private import Subprocess

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

/// What dpkg and apt know of installed packages; both are asked without a network.
enum DebianPackages {
    /// An installed package.
    struct Package: Equatable {
        /// The name with the architecture, where apt needs one, such as `libsoup-3.0-0:amd64`.
        let name: String
        let version: String
    }

    /// The state of apt's package lists.
    enum Lists: Equatable {
        /// There is no apt.
        case noApt
        /// `apt-get update` has never run, or the lists were removed, as in container images.
        case absent
        /// The lists are from this time.
        case read(Date)
    }

    /// How long a program may take; each takes less than a second on a slow machine.
    private static let patience = Duration.seconds(20)

    /// The packages of files, by file.
    static func packages(of files: [String]) async -> [String: Package] {
        // Only the names are passed: where /lib is a link to /usr/lib, dpkg may know a file by the other path.
        let names = Set(files.compactMap { $0.split(separator: "/").last }).sorted()
        guard !names.isEmpty, let search = await output(of: "dpkg-query", ["--search"] + names.map { "*/\($0)" }) else {
            return [:]
        }
        let owners = owners(in: search)
        let found = files.compactMap { file in (owners[file] ?? owners[withoutUsr(file)]).map { (file, $0) } }
        let show = ["--show", "--showformat", #"${binary:Package} ${Version}\n"#]
        guard !found.isEmpty, let list = await output(of: "dpkg-query", show + Set(found.map { $0.1 }).sorted()) else {
            return [:]
        }
        let versions = Dictionary(pairs(in: list)) { first, _ in first }
        // dpkg names the architecture only where a package may be installed for several.
        return Dictionary(
            found.compactMap { file, name in
                guard let version = versions[name] ?? versions[bare(name)] else { return nil }
                return (file, Package(name: name, version: version))
            }
        ) { first, _ in first }
    }

    /// The newest version of each package that apt would install; packages that apt does not know are missing.
    static func candidates(of packages: [Package]) async -> [String: String] {
        let names = Set(packages.map(\.name)).sorted()
        guard !names.isEmpty, let policy = await output(of: "apt-cache", ["policy"] + names) else { return [:] }
        let candidates = candidates(in: policy)
        return Dictionary(uniqueKeysWithValues: names.compactMap { name in candidates[bare(name)].map { (name, $0) } })
    }

    /// Whether a version is older than another, as dpkg compares them.
    static func isVersion(_ version: String, olderThan other: String, patience: Duration = patience) async -> Bool {
        if version == other { return false }
        return await output(of: "dpkg", ["--compare-versions", version, "lt", other], patience: patience) != nil
    }

    /// When apt's lists were last updated.
    static func lists() async -> Lists {
        guard let text = await output(of: "apt-config", ["shell", "folder", "Dir::State::lists/d"]),
            let folder = text.split(separator: "'", omittingEmptySubsequences: false).dropFirst().first.map(String.init)
        else { return .noApt }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []  // Absent or unreadable.
        guard names.contains(where: { $0.contains("_Packages") }) else { return .absent }
        // apt gives a list the time at which the archive changed it. The folders change with each update.
        let releases = names.filter { $0.hasSuffix("InRelease") || $0.hasSuffix("_Release") }
        let times = (["", "partial"] + releases).compactMap { modification(of: folder + "/" + $0) }
        return times.max().map(Lists.read) ?? .absent
    }

    // MARK: Parsing

    /// The packages in the output of `dpkg-query --search`, by file: `package: file` or `package:arch: file`.
    static func owners(in text: String) -> [String: String] {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("diversion ") }
        return Dictionary(
            lines.compactMap { line in
                guard let colon = line.firstRange(of: ": /") else { return nil }
                let file = line[line.index(colon.lowerBound, offsetBy: 2)...]
                // Only folders belong to several packages: `a, b: /folder`.
                let owner = line[..<colon.lowerBound]
                return owner.contains(",") ? nil : (String(file), String(owner))
            }
        ) { first, _ in first }
    }

    /// The candidates in the output of `apt-cache policy`, by package without its architecture.
    static func candidates(in text: String) -> [String: String] {
        var candidates: [String: String] = [:]
        var package: String?
        for line in text.split(separator: "\n") {
            if !line.hasPrefix(" "), line.hasSuffix(":") {
                package = bare(String(line.dropLast()))
            } else if let name = package, line.hasPrefix("  Candidate: ") {
                let version = String(line.dropFirst("  Candidate: ".count))
                if version != "(none)" { candidates[name] = version }
            }
        }
        return candidates
    }

    private static func pairs(in text: String) -> [(String, String)] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            return words.count == 2 ? (String(words[0]), String(words[1])) : nil
        }
    }

    /// A package's name without its architecture.
    private static func bare(_ name: String) -> String { String(name.prefix { $0 != ":" }) }

    private static func withoutUsr(_ file: String) -> String {
        file.hasPrefix("/usr/") ? String(file.dropFirst(4)) : file
    }

    private static func modification(of path: String) -> Date? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)  // `partial` may be unreadable.
        return attributes?[.modificationDate] as? Date
    }

    // MARK: Programs

    /// The output of a program; `nil` if it is not there, fails, or does not end in time.
    private static func output(of program: String, _ arguments: [String], patience: Duration = patience) async
        -> String?
    {
        await withTaskGroup(of: String?.self) { group in
            group.addTask {
                // Whatever keeps the program from running, its answer is missing.
                let result = try? await Subprocess.run(
                    .name(program), arguments: Arguments(arguments), environment: .inherit.updating(["LC_ALL": "C"]),
                    output: .string(limit: 1 << 20), error: .discarded)
                guard let result, result.terminationStatus.isSuccess else { return nil }
                return result.standardOutput
            }
            group.addTask {
                try? await Task.sleep(for: patience)  // Cancelled once the program has ended.
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
