import Testing

/// Checks the dependencies in docs/architecture.md.
@Suite("Architecture")
struct ArchitectureTests {
    private let manifest: Manifest

    init() throws { manifest = try Manifest() }

    @Test("A target imports exactly its dependencies in Package.swift")
    func importsAreDrawn() throws {
        #expect(manifest.targets.count > 30)
        let names = Set(manifest.targets.map(\.name))
        for target in manifest.targets {
            let imports = try SourceFile.all(in: target.folder).reduce(into: Set<String>()) { $0.formUnion($1.imports) }
            let missing = imports.intersection(names).subtracting(target.dependencies)
            #expect(missing == [], "\(target.name) imports what Package.swift draws no arrow to")
            // Tests also depend on programs that they run.
            guard !target.isTest, !imports.isEmpty else { continue }
            let unused = target.dependencies.subtracting(imports)
            #expect(unused == [], "Package.swift draws arrows that \(target.name) does not use")
        }
    }

    @Test("No target depends on itself indirectly")
    func targetsFormNoCircle() {
        let arrows = manifest.targets.map { ($0.name, $0.dependencies) }
        #expect(Graph(arrows: Dictionary(uniqueKeysWithValues: arrows)).circle == nil)
    }

    @Test("PageRenderer and Encoder do not depend on each other")
    func sidesAreApart() {
        let arrows = Dictionary(uniqueKeysWithValues: manifest.targets.map { ($0.name, $0.dependencies) })
        func all(below name: String) -> Set<String> {
            var (found, open) = (Set<String>(), [name])
            while let next = open.popLast() {
                for below in arrows[next, default: []] where found.insert(below).inserted { open.append(below) }
            }
            return found
        }
        #expect(all(below: "PageRenderer").isDisjoint(with: ["LibAV", "Decoder", "Encoder", "Recorder", "CLI"]))
        #expect(all(below: "pagereel-engine").isDisjoint(with: ["LibAV", "Decoder", "Encoder", "Recorder", "CLI"]))
        #expect(all(below: "CLI").isDisjoint(with: ["PageRenderer", "pagereel-engine", "CWebKitGTK", "CPageHost"]))
    }

    @Test("Nothing is re-exported")
    func nothingIsReexported() throws {
        for target in manifest.targets {
            for file in try SourceFile.all(in: target.folder) {
                #expect(!file.reexports, "\(target.folder)/\(file.path)")
            }
        }
    }

    @Test("The folders of a target do not depend on each other in circles")
    func foldersFormNoCircle() throws {
        var count = 0
        // The folders of the commands are one level below the target's.
        for folder in manifest.targets.map(\.folder) + ["Sources/CLI/Commands"] {
            let files = try SourceFile.all(in: folder)
            guard files.contains(where: { !$0.folder.isEmpty }) else { continue }
            count += 1
            var owners: [String: Set<String>] = [:]
            for file in files { for type in file.types { owners[type, default: []].insert(file.folder) } }
            var arrows: [String: Set<String>] = [:]
            // Files next to the folders combine them.
            for file in files where !file.folder.isEmpty {
                for case let owner? in file.words.map({ owners[$0] }) where !owner.contains(file.folder) {
                    arrows[file.folder, default: []].formUnion(owner.subtracting([""]))
                }
            }
            #expect(Graph(arrows: arrows).circle == nil, "\(folder)")
        }
        #expect(count > 10)
    }
}
