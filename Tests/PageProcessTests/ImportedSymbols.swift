import Foundation
import TestSupport
import Testing

/// The symbols that the libraries of a page's process import from the C and C++ libraries.
enum ImportedSymbols {
    /// The libraries linked with WebKit's web process or loaded later: GStreamer's plugins and
    /// Mesa's drivers, with their dependencies.
    static func libraries() async throws -> [String] {
        let program = try #require(program)
        var found = Set(try await dependencies(of: program))
        found.insert(program)
        let folders = Set(found.map { ($0 as NSString).deletingLastPathComponent })
        for folder in folders {
            let loaded =
                files(in: folder + "/gstreamer-1.0") { $0.hasPrefix("libgst") }
                + files(in: folder + "/dri") { $0.hasPrefix("swrast") }
                + files(in: folder) { $0.hasPrefix("libgallium") || $0.hasPrefix("libEGL_mesa") }
            for file in loaded {
                found.insert(file)
                found.formUnion(try await dependencies(of: file))
            }
        }
        return found.sorted()
    }

    /// The functions that a library imports from the C or C++ library.
    static func imports(of library: String) async throws -> Set<String> {
        try await symbols(of: library, where: "$7 == \"UND\" && $8 ~ /@GLIBC/")
    }

    /// The functions that a library exports.
    static func exports(of library: String) async throws -> Set<String> {
        try await symbols(of: library, where: "$7 != \"UND\" && $4 == \"FUNC\"")
    }

    /// Lists symbols by a condition of awk on readelf's columns: number, value, size, type, binding,
    /// visibility, section, name@version.
    ///
    /// awk, because some tables have 100,000 lines.
    private static func symbols(of library: String, where condition: String) async throws -> Set<String> {
        let filter = "\(condition) { sub(/@.*/, \"\", $8); print $8 }"
        let names = try await Tool.run(
            "bash", ["-o", "pipefail", "-c", #"readelf --dyn-syms --wide "$1" | awk "$2""#, "bash", library, filter])
        return Set(String(decoding: names, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    /// WebKit's web process for the API version that pagereel is built with.
    private static var program: String? {
        let folders = ["/usr/libexec", "/usr/lib"] + files(in: "/usr/lib") { $0.contains("-linux-gnu") }
        return folders.map { $0 + "/webkit2gtk-4.1/WebKitWebProcess" }.first {
            FileManager.default.fileExists(atPath: $0)
        }
    }

    private static func dependencies(of file: String) async throws -> [String] {
        // A plugin's dependency may be missing; then the plugin is not loaded.
        let list = try await Tool.run("ldd", [file])
        return String(decoding: list, as: UTF8.self).split(separator: "\n").compactMap { line in
            line.split(separator: " ").first { $0.hasPrefix("/") }.map(String.init)
        }
    }

    private static func files(in folder: String, where isWanted: (String) -> Bool) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter(isWanted).map { folder + "/" + $0 }
    }
}
