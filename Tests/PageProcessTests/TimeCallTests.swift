import Foundation
import TestSupport
import Testing

/// Every library function that tells the time is known to the recorder.
@Suite("Calls that tell the time")
struct TimeCallTests {
    private let calls: TimeCalls

    init() throws { calls = try TimeCalls() }

    @Test("The table names the calls that the preloaded library replaces, and no others")
    func table() async throws {
        let exports = try await ImportedSymbols.exports(of: PageClockProbe.library)
        #expect(calls.replaced.count > 30)
        #expect(calls.replaced.subtracting(exports) == [], "in the table, not in the library")
        #expect(exports.intersection(calls.real) == [], "in the library although the table leaves it alone")
    }

    @Test("Every such call of the installed engine and its libraries is in the table")
    func engine() async throws {
        let libraries = try await ImportedSymbols.libraries()
        #expect(libraries.count > 100)
        #expect(libraries.contains { $0.contains("libwebkit2gtk-4.1") })
        #expect(libraries.contains { $0.contains("libgstreamer-1.0") })
        // Most libraries import the same functions.
        var importers: [String: String] = [:]
        for library in libraries {
            for name in try await ImportedSymbols.imports(of: library) { importers[name] = library }
        }
        #expect(importers.count > 1000)
        let unknown = calls.unknown(among: Set(importers.keys))
        #expect(importers.filter { unknown.contains($0.key) } == [:])
    }

    @Test("A library with an unknown call is detected")
    func unknownCall() async throws {
        let folder = try TemporaryFolder()
        let source = try folder.write(
            "new.c",
            """
            #include <sys/timex.h>
            int ask(struct timex *time) { return adjtimex(time) + ntp_gettime((struct ntptimeval *)time); }
            """)
        let library = folder.path("libnew.so")
        try await Tool.run("clang", ["-shared", "-fPIC", source, "-o", library])
        let imports = try await ImportedSymbols.imports(of: library)
        #expect(calls.unknown(among: imports).contains { $0.contains("ntp_gettime") })
    }
}
