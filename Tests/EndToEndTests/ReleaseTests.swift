import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `scripts/release.sh check`: what keeps a commit from being released.
    @Suite("Checks before a release")
    struct Releases {
        private let folder: TemporaryFolder
        private let copy: URL
        private let version: String

        /// Clones the last commit, with the scripts of the working tree.
        init() async throws {
            folder = try TemporaryFolder()
            copy = URL(filePath: folder.path("copy"))
            try await Tool.run("git", ["clone", "--quiet", Fixture.repository.path, copy.path])
            let manager = FileManager.default
            for script in ["release.sh", "site.sh", "install-python-package.sh"] {
                let place = "scripts/\(script)"
                try await Tool.run(
                    "cp", [Fixture.repository.appending(path: place).path, copy.appending(path: place).path])
            }
            try manager.createDirectory(at: copy.appending(path: ".build"), withIntermediateDirectories: true)
            try manager.createSymbolicLink(
                at: copy.appending(path: ".build/python"),
                withDestinationURL: Fixture.repository.appending(path: ".build/python"))
            let output = try await Pagereel.run(["--version"]).standardOutput
            version = output.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        @discardableResult
        private func git(_ arguments: String...) async throws -> String {
            let user = ["-c", "user.name=pagereel", "-c", "user.email=pagereel@localhost"]
            let output = try await Tool.run("git", ["-C", copy.path] + user + arguments)
            return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }

        private func commit() async throws {
            try await git("add", "--all")
            try await git("commit", "--quiet", "--allow-empty", "--message", "Changes")
        }

        private func check(_ version: String) async throws -> String {
            let output = try await Tool.run("sh", [copy.appending(path: "scripts/release.sh").path, "check", version])
            return String(decoding: output, as: UTF8.self)
        }

        /// What the check of a version that cannot be released prints.
        private func problems(of version: String) async throws -> String {
            try await #require(throws: Tool.Failure.self) { _ = try await check(version) }.standardError
        }

        private func rename(section: String) throws {
            let file = copy.appending(path: "CHANGELOG.md")
            var lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
            let first = try #require(lines.firstIndex { $0.hasPrefix("## ") })
            lines[first] = "## \(section)"
            try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        }

        @Test("A commit that is ready passes; a tag, a change and an older result of the tests are named", .full)
        func ready() async throws {
            try rename(section: version)
            try await commit()
            try FileManager.default.createDirectory(
                at: copy.appending(path: "out"), withIntermediateDirectories: true)
            let result = copy.appending(path: "out/test-full.txt")
            try await git("rev-parse", "HEAD").appending(" 2026-11-30\n").write(
                to: result, atomically: true, encoding: .utf8)
            #expect(try await check(version).contains("\(version) can be built; make test-full passed on 2026-11-30."))
            try await git("tag", version)
            #expect(try await problems(of: version) == "release: the tag \(version) exists already.\n")
            try await git("tag", "--delete", version)
            try Data("text".utf8).write(to: copy.appending(path: "new.txt"))
            #expect(try await problems(of: version).contains("changes that are not committed"))
            try await commit()
            #expect(try await problems(of: version).contains("make test-full passed for another commit"))
        }

        @Test("Another version, a section without its name and a broken page are named all at once")
        func wrong() async throws {
            try Data("# Page\n\n[a page](nowhere.md)\n".utf8).write(to: copy.appending(path: "docs/limits.md"))
            try rename(section: "Unreleased")
            try await commit()
            let problems = try await problems(of: "99.0.0")
            for part in [
                "declares version \(version)", "README.md:", "from: \"\(version)", "is \"Unreleased\", not \"99.0.0\"",
                "lists no changes", "make test-full has not passed", "the documentation has errors",
            ] {
                #expect(problems.contains(part), "\(problems)")
            }
            #expect(try await self.problems(of: "1.0").contains("1.0 is not a version"))
        }

        private struct Bill: Decodable {
            let components: [Part]

            struct Part: Decodable {
                let name: String
                let version: String?
                let purl: String?
            }
        }

        @Test("The bill of materials of a package is CycloneDX, with what is built in and what the package depends on")
        func bill() async throws {
            try folder.write(
                "package/DEBIAN/control",
                """
                Package: pagereel
                Version: 1.2.3~deb12
                Architecture: amd64
                Maintainer: pagereel <pagereel@localhost>
                Depends: libc6 (>= 2.36), libjxl0.7 | libjxl0.8, xvfb
                Description: a test

                """)
            try await Tool.run("dpkg-deb", ["--build", folder.path("package"), folder.path("a.deb")])
            try folder.write("installed.txt", "libc6\t2.36-9+deb12u14\tamd64\nlibx\t1\tamd64\n")
            let repository = Fixture.repository
            let installer = repository.appending(path: "scripts/install-python-package.sh").path
            var modules: [String] = []
            for name in ["cyclonedx-python-lib", "kubernetes-validate"] {
                let output = try await Tool.run("sh", [installer, name])
                modules.append(String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines))
            }
            let environment = [
                "SOURCE_DATE_EPOCH=1796140465", "PYTHONPATH=\(modules.joined(separator: ":"))", "python3",
            ]
            func bill() async throws -> Data {
                let files = ["scripts/sbom.py", ".build/workspace-state.json", "docs/licenses.md"]
                    .map { repository.appending(path: $0).path }
                return Data(
                    try await Tool.run(
                        "env",
                        environment + [
                            files[0], folder.path("a.deb"), files[1], files[2], folder.path("installed.txt"), "6.2",
                        ]))
            }
            let data = try await bill()
            #expect(try await bill() == data)
            let parts = try JSONDecoder().decode(Bill.self, from: data).components
            let names = Set(parts.map(\.name))
            #expect(names.isSuperset(of: ["Yams", "swift-argument-parser", "swift", "libc6", "libjxl0.7", "xvfb"]))
            #expect(!names.contains("libx"))
            #expect(parts.first { $0.name == "libc6" }?.version == "2.36-9+deb12u14")
            try data.write(to: URL(filePath: folder.path("bill.json")))
            let validation = """
                import sys
                from cyclonedx.schema import SchemaVersion
                from cyclonedx.validation.json import JsonStrictValidator
                print(JsonStrictValidator(SchemaVersion.V1_6).validate_str(open(sys.argv[1]).read()))
                """
            let verdict = try await Tool.run("env", environment + ["-c", validation, folder.path("bill.json")])
            #expect(String(decoding: verdict, as: UTF8.self) == "None\n")
        }
    }
}
