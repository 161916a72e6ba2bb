import Foundation
import TestSupport
import Testing

/// The targets of Package.swift and their dependencies.
///
/// Parsed from the text, because SwiftPM's lock blocks `swift package dump-package` while tests
/// run.
struct Manifest {
    /// A target and its dependencies.
    struct Target {
        let name: String
        /// Its folder, relative to the repository.
        let folder: String
        let isTest: Bool
        /// The targets of this package that it depends on.
        let dependencies: Set<String>
    }

    let targets: [Target]

    init() throws {
        let text = try String(contentsOf: Fixture.repository.appending(path: "Package.swift"), encoding: .utf8)
        let start = try #require(text.range(of: "    targets: ["))
        let declarations = text[start.upperBound...].split(separator: #/\n        \./#).map(String.init)
        let names = Set(declarations.compactMap { Self.name(in: $0) })
        targets = declarations.compactMap { declaration in
            guard let name = Self.name(in: declaration) else { return nil }
            let isTest = declaration.hasPrefix("testTarget")
            let path = declaration.firstMatch(of: #/path: "([^"]+)"/#).map { String($0.output.1) }
            let list = declaration.firstMatch(of: #/dependencies: \[(.*?)\](?:\)|,\n|,? )/#.dotMatchesNewlines())
            let products = #/\.product\([^)]*\)/#
            let own = list.map { String($0.output.1).replacing(products, with: "") } ?? ""
            let dependencies = own.matches(of: #/"([\w-]+)"/#).map { String($0.output.1) }
            return Target(
                name: name, folder: path ?? (isTest ? "Tests/" : "Sources/") + name, isTest: isTest,
                dependencies: Set(dependencies).intersection(names))
        }
    }

    private static func name(in declaration: String) -> String? {
        declaration.firstMatch(of: #/^(?:target|executableTarget|testTarget|systemLibrary)\(\s*name: "([\w-]+)"/#)
            .map { String($0.output.1) }
    }
}
