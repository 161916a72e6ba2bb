import Foundation
import TestSupport
import Testing

/// The built files have Debian's hardening, which settings in Package.swift turn on.
@Suite("Hardening of the built files")
struct HardeningTests {
    @Test(
        "Functions are looked up at the start, and the stack is protected",
        arguments: ["pagereel", "pagereel-engine", "libPageProcess.so", "libPageSound.so"])
    func files(name: String) async throws {
        try await check(Fixture.build.appending(path: name).path)
    }

    @Test("A file without hardening is refused, and each gap named")
    func gaps() async throws {
        let folder = try TemporaryFolder()
        let (source, library) = (folder.path("plain.c"), folder.path("plain.so"))
        try "int one(void) { return 1; }".write(toFile: source, atomically: true, encoding: .utf8)
        try await Tool.run(
            "clang",
            ["-shared", "-fPIC", "-nostdlib", "-Wl,-z,lazy,-z,norelro,-z,execstack", source, "-o", library])
        let failure = try await #require(throws: Tool.Failure.self) { try await check(library) }
        for setting in ["-z now", "-z relro", "-z noexecstack", "-fstack-protector-strong"] {
            #expect(failure.standardError.contains("(\(setting))"), "\(failure.standardError)")
        }
    }

    /// A library's or program's symbols do not tell which of its targets were compiled with the settings.
    @Test("All C in the built files is compiled with protection", arguments: try Self.targetsInC())
    func objects(target: String) async throws {
        let folder = Fixture.build.appending(path: "\(target).build")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".c.o") }
        #expect(!paths.isEmpty)
        let table = try await Tool.run(
            "readelf", ["--wide", "--syms"] + paths.map { folder.appending(path: $0).path })
        let lines = String(decoding: table, as: UTF8.self).split(separator: "\n")
        let imports = Set(lines.filter { $0.contains(" UND ") }.compactMap { $0.split(separator: " ").last })
        #expect(imports.contains { $0.contains("_chk") }, "no canary and no checked call")
        // With _FORTIFY_SOURCE, glibc checks these whether or not it knows the buffer's size.
        let unchecked = imports.intersection([
            "printf", "fprintf", "dprintf", "sprintf", "snprintf", "vprintf", "vfprintf", "vsnprintf",
        ])
        #expect(unchecked == [])
    }

    /// The targets of Package.swift that are part of the built files and contain C.
    private static func targetsInC() throws -> [String] {
        try Manifest().targets.filter { target in
            let folder = Fixture.repository.appending(path: target.folder).path
            return target.folder.hasPrefix("Sources/")
                && FileManager.default.enumerator(atPath: folder)?.contains { "\($0)".hasSuffix(".c") } == true
        }.map(\.name)
    }

    private func check(_ file: String) async throws {
        let script = Fixture.repository.appending(path: "scripts/check-hardening.sh").path
        try await Tool.run("sh", [script, file])
    }
}
