import Foundation
import TestSupport
import Testing

/// The license of the project, and those of what it is built from.
@Suite("Licenses")
struct LicenseTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: Fixture.repository.appending(path: path), encoding: .utf8)
    }

    /// The first two cells of each row of the page's tables.
    private func rows() throws -> [(names: [String], license: String)] {
        try text("docs/licenses.md").split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let names = cells[0].replacing(", with ", with: ", ").split(separator: ", ").map(String.init)
            return (names, cells[1])
        }
    }

    @Test("The license is Debian's copy of the Apache License 2.0, and the package manifest names it")
    func license() throws {
        let debians = URL(fileURLWithPath: "/usr/share/common-licenses/Apache-2.0")
        #expect(try text("LICENSE") == String(contentsOf: debians, encoding: .utf8))
        #expect(try text("Package.swift").split(separator: "\n")[1] == "// SPDX-License-Identifier: Apache-2.0")
    }

    @Test("Each package is listed with the license that its sources contain")
    func packages() throws {
        let listed = try rows()
        let checkouts = Fixture.repository.appending(path: ".build/checkouts")
        let manifest = try text("Package.swift")
        let named = manifest.matches(of: #/\.package\(url: "[^"]*/([^"/]+)"/#).map { String($0.1) }
        let folders = try FileManager.default.contentsOfDirectory(atPath: checkouts.path)
        #expect(named.count >= 7 && Set(named).isSubset(of: folders), "\(named) \(folders)")
        for folder in folders {
            let row = try #require(
                listed.first { $0.names.contains(folder) }, "docs/licenses.md does not list \(folder)")
            let file = try #require(
                try FileManager.default.contentsOfDirectory(atPath: checkouts.appending(path: folder).path)
                    .first { $0.hasPrefix("LICENSE") })
            let license = try String(
                contentsOf: checkouts.appending(path: folder).appending(path: file), encoding: .utf8)
            let isApache = license.contains("Apache License")
            let hasException = license.contains("Runtime Library Exception")
            let stated = isApache ? "Apache-2.0" + (hasException ? " with Runtime Library Exception" : "") : "MIT"
            #expect(isApache || license.contains("Permission is hereby granted, free of charge"))
            #expect(row.license == stated, "\(folder)")
        }
    }

    @Test("Each library that is linked or loaded is listed")
    func libraries() throws {
        let listed = try rows().flatMap(\.names)
        // The tests' own libraries are no part of the program.
        let manifest = try text("Package.swift")
        let program = try #require(manifest.split(separator: ".testTarget(").first)
        var names = program.matches(of: #/path: "Sources/[^"]*", pkgConfig: "([^"]+)"/#).map { String($0.1) }
        names += program.matches(of: #/\.linkedLibrary\("([^"]+)"\)/#).map { String($0.1) }
        for file in ["LibAV", "PictureLibraries"] {
            let source = try text("Sources/C/\(file)/loading.c")
            names += source.matches(of: #/#define [A-Z_]+ SONAME\(([a-z]+)/#).map { "lib\($0.1)" }
            names += source.matches(of: #/#define [A-Z_]+ "(lib[a-z]+(?:-[0-9])?)\.so/#).map { String($0.1) }
        }
        // The C library's loader.
        names.removeAll { $0 == "dl" }
        #expect(names.count >= 18, "\(names)")
        for name in names { #expect(listed.contains(name), "docs/licenses.md does not list \(name)") }
    }
}
