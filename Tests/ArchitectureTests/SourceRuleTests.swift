import Foundation
import TestSupport
import Testing

/// Rules for the code that no run on this machine can check.
@Suite("Rules of the source code")
struct SourceRuleTests {
    /// Each side stores one of these and then loads another one.
    ///
    /// Only sequentially consistent accesses keep that order on every processor (C11, 7.17.3). On
    /// x86 an acquiring load is the same instruction, so no run there would show the difference.
    @Test(
        "The page's clock is read and written with sequential consistency",
        arguments: [
            "now", "away", "is_awaited", "arrivals", "processes", "deadline", "spinning_since", "is_display_held",
            "refreshes", "released_refresh", "refresh_time", "has_ended",
        ])
    func handshakesAreSequentiallyConsistent(field: String) throws {
        let access = try Regex<(Substring, Substring)>(
            #"__atomic_\w+\(\s*&(?:\w+->)+(?:\w+\[\w+\]\.)?"# + field + #",([^;]*?__ATOMIC_\w+)"#)
        var count = 0
        for file in try text(ofFilesIn: ["Sources/C/PageClock", "Sources/PageProcess"], ["c", "h"]) {
            for match in file.matches(of: access) {
                count += 1
                #expect(match.output.1.contains(#/^[^;]*__ATOMIC_SEQ_CST$/#), "\(match.output.0)")
            }
        }
        #expect(count > 0)
    }

    @Test("A Cairo context is used before it is destroyed")
    func contextsAreUsed() throws {
        var count = 0
        for file in try text(ofFilesIn: ["Sources"], ["swift"]) {
            for match in file.matches(
                of: #/(\w+) = (?:unsafe )?cairo_create\([\s\S]*?cairo_destroy\(\1\)([\s\S]{0,400})/#)
            {
                count += 1
                let name = String(match.output.1)
                let code = match.output.0.replacing(#/\/\/.*/#, with: "").replacing("cairo_destroy(\(name))", with: "")
                let uses = code.matches(of: #/\w+/#).filter { $0.output == name }.count
                #expect(uses > 1, "\(match.output.0)")
            }
        }
        #expect(count > 3)
    }

    @Test("All YAML is read in one place, which limits it")
    func yaml() throws {
        let callers = try paths(ofFilesIn: ["Sources"], ["swift"]).filter {
            try String(contentsOf: $0, encoding: .utf8)
                .contains(#/\bParser\(yaml|\bYAMLDecoder|\bYams\.(load|compose)|\b(load|compose)(_all)?\(yaml/#)
        }
        #expect(callers.map(\.lastPathComponent) == ["YAMLFile.swift"])
    }

    @Test("All media files are opened in one place, which limits their formats")
    func media() throws {
        let callers = try paths(ofFilesIn: ["Sources"], ["swift", "c"]).filter {
            try String(contentsOf: $0, encoding: .utf8).contains(#/\bavformat_open_input\(|"format_whitelist"/#)
        }
        #expect(callers.map(\.lastPathComponent) == ["InputFormat.swift"])
    }

    @Test("All requests to local servers are read in one place, which limits them")
    func requests() throws {
        func users(of pattern: Regex<Substring>) throws -> [String] {
            try paths(ofFilesIn: ["Sources"], ["swift"])
                .filter { try String(contentsOf: $0, encoding: .utf8).contains(pattern) }.map(\.lastPathComponent)
        }
        #expect(try users(of: #/\bRequestReader\(/#) == ["Connection.swift"])
        #expect(try users(of: #/\bHTTPRequest\(/#) == ["RequestReader.swift"])
        // The library's own server has no limits; only its pool of sockets is used.
        #expect(try users(of: #/\bHTTPServer\b(?!\.defaultPool)/#) == [])
    }

    /// GIO's headers include the C library's.
    ///
    /// Whose `struct stat` the compiler finds depends on what it reads first, and so on the order in which files are
    /// compiled.
    @Test("In a module that imports GIO, files that read a stat structure import it too")
    func statStructures() throws {
        var modules: [URL: [(name: String, text: String)]] = [:]
        let sources = Fixture.repository.appending(path: "Sources")
        for path in try paths(ofFilesIn: ["Sources"], ["swift"]) {
            let parts = path.pathComponents.dropFirst(sources.pathComponents.count)
            let file = (name: path.lastPathComponent, text: try String(contentsOf: path, encoding: .utf8))
            modules[sources.appending(path: parts.first ?? ""), default: []].append(file)
        }
        let importing = modules.values.filter { $0.contains { $0.text.contains("import CGIO\n") } }
        #expect(importing.count > 2)
        for file in importing.joined() where file.text.contains(#/\bstat\(\)|\.st_[a-z]+\b/#) {
            #expect(
                file.text.contains(#/import (CGIO|CGStreamer|CWebKitGTK)\n/#),
                "\(file.name) needs import CGIO, or Files' functions for paths")
        }
    }

    @Test("An error that is dropped has a comment that says why")
    func droppedErrors() throws {
        var count = 0
        for path in try paths(ofFilesIn: ["Sources"], ["swift"]) {
            let lines = try String(contentsOf: path, encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false)
            for (number, line) in lines.enumerated() where line.contains(/\btry\?/) {
                count += 1
                let near = lines[max(0, number - 3)...number]
                #expect(near.contains { $0.contains("//") }, "\(path.lastPathComponent):\(number + 1): \(line)")
            }
        }
        #expect(count > 20)
    }

    @Test("The command's options are declared in tables")
    func options() throws {
        for file in try text(ofFilesIn: ["Sources/CLI"], ["swift"]) {
            for match in file.matches(of: #/@(?:Option|Flag)\b.*/#) { Issue.record("\(match.output)") }
        }
    }

    @Test("Messages quote names and values with single quotes")
    func quotes() throws {
        // ShownAddress knows that the others end an address in a text.
        for path in try paths(ofFilesIn: ["Sources"], ["swift"]) where path.lastPathComponent != "ShownAddress.swift" {
            let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
            let others = lines.filter { !$0.contains(#/^ *\/\//#) && $0.contains(#/[“”«»]/#) }
            #expect(others == [], "\(path.lastPathComponent)")
        }
    }

    /// The contents of all files of some folders that have one of these extensions.
    private func text(ofFilesIn folders: [String], _ extensions: Set<String>) throws -> [String] {
        try paths(ofFilesIn: folders, extensions).map { try String(contentsOf: $0, encoding: .utf8) }
    }

    private func paths(ofFilesIn folders: [String], _ extensions: Set<String>) throws -> [URL] {
        folders.flatMap { folder in
            let root = Fixture.repository.appending(path: folder)
            let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
            return paths.map { root.appending(path: $0) }.filter { extensions.contains($0.pathExtension) }
        }
    }
}
