import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Home folders that are missing, or that another user's are.
    @Suite("Home folders")
    struct Home {
        private let folder: TemporaryFolder
        private let page: String
        private let output: String

        /// Runs a command as an ordinary user.
        private static let ordinary =
            getuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

        init() throws {
            folder = try TemporaryFolder()
            page = try folder.write("page.html", TestPage.timed(100))
            output = try folder.makeFolder("open", permissions: 0o777) + "/out.mp4"
        }

        /// A home folder in which something is not as usual.
        struct Fault: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let make: @Sendable (String) throws -> Void

            /// A subfolder that may not be entered.
            private static func closed(_ name: String) -> Fault {
                Fault(testDescription: "\(name) may not be entered") { home in
                    try FileManager.default.createDirectory(
                        atPath: "\(home)/\(name)", withIntermediateDirectories: true)
                    try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: "\(home)/\(name)")
                }
            }

            /// A file in place of a subfolder.
            private static func file(_ name: String, permissions: Int) -> Fault {
                Fault(testDescription: "\(name) is a file of mode \(String(permissions, radix: 8))") { home in
                    try Data().write(to: URL(fileURLWithPath: "\(home)/\(name)"))
                    try FileManager.default.setAttributes(
                        [.posixPermissions: permissions], ofItemAtPath: "\(home)/\(name)")
                }
            }

            static let all =
                [".cache", ".config", ".local", ".local/share", ".cache/fontconfig", ".config/fontconfig"].map(closed)
                + [".cache", ".config", ".local"].flatMap {
                    [file($0, permissions: 0o600), file($0, permissions: 0o777)]
                }
                + [".cache", ".config", ".local"].map { name in
                    Fault(testDescription: "\(name) is a circle of links") { home in
                        try FileManager.default.createSymbolicLink(
                            atPath: "\(home)/\(name)", withDestinationPath: name)
                    }
                }
        }

        @Test("A home folder of which parts cannot be used does not matter", .full, arguments: Fault.all)
        func faultyHome(fault: Fault) async throws {
            let home = try folder.makeFolder("home", permissions: 0o755)
            try fault.make(home)
            defer { Self.open(home) }
            let outcome = try await record(["HOME": home])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(outcome.standardError.isEmpty, "\(outcome.standardError)")
        }

        @Test("A home folder that may not be entered does not matter, nor does a relative one", .full)
        func closedHome() async throws {
            let home = try folder.makeFolder("home", permissions: 0o000)
            defer { Self.open(home) }
            for home in [home, "home", ""] {
                let outcome = try await record(["HOME": home])
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                #expect(outcome.standardError.isEmpty, "\(outcome.standardError)")
            }
        }

        @Test("A home folder that does not exist is not created")
        func missingHome() async throws {
            let environment = ["PATH": Pagereel.systemPath, "HOME": folder.path("none"), "XDG_CACHE_HOME": ""]
            let named = try await Pagereel.run(
                ["record", page, "-o", output] + TestPage.small, environment: environment)
            #expect(named.exitCode == 0, "\(named.standardError)")
            let unnamed = try await Pagereel.run(["record", page] + TestPage.small, environment: environment)
            #expect(unnamed.exitCode == 73, "\(unnamed.standardError)")
            #expect(unnamed.standardError.contains("there is no home folder"), "\(unnamed.standardError)")
            let watch = try await Pagereel.run(["watch"], environment: environment)
            #expect(watch.exitCode == 73, "\(watch.standardError)")
            #expect(!folder.contains("none"))
        }

        @Test("A default configuration that may not be read is none; a named one is an error", .full)
        func closedConfiguration() async throws {
            let home = try folder.makeFolder("home", permissions: 0o755)
            try folder.write("home/.config/pagereel/config.yaml", "defaults: {size: no}\n")
            let closed = "\(home)/.config/pagereel/config.yaml"
            try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: closed)
            let outcome = try await record(["HOME": home])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let named = try await record(["HOME": home, "PAGEREEL_CONFIG": closed])
            #expect(named.exitCode == 78, "\(named.standardError)")
        }

        /// Records as an ordinary user, without the tests' own cache.
        private func record(_ variables: [String: String]) async throws -> Pagereel.Outcome {
            let environment = ["PATH": Pagereel.systemPath, "XDG_CACHE_HOME": ""].merging(variables) { $1 }
            return try await Pagereel.run(
                ["record", page, "-o", output, "--overwrite", "--quiet", "--clock", "realtime"] + TestPage.small,
                environment: environment, wrapper: Self.ordinary, folder: folder)
        }

        /// Makes everything below a folder removable.
        private static func open(_ path: String) {
            try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
            for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
                let path = "\(path)/\(name)"
                if (try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType)
                    == .typeDirectory
                {
                    open(path)
                }
            }
        }
    }
}
