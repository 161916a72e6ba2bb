import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// What doctor reports of the libraries' versions, with programs in the place of apt's.
    @Suite("Doctor's versions")
    struct DoctorVersions {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Runs doctor with apt's lists in a folder, and with a newer version of libsoup in the archive.
        private func findings(lists: String) async throws -> [String: [String: Any]] {
            let programs = [
                "apt-config": "echo \"folder='\(lists)/'\"",
                "apt-cache": """
                [ "$1 $LC_ALL" = 'policy C' ] || exit 1
                shift
                for package; do
                    printf '%s:\\n  Installed: 1\\n  Candidate: ' "${package%%:*}"
                    case $package in
                    libsoup*) echo 99:1.0 ;;
                    libgst*) echo '(none)' ;;
                    *) dpkg-query -W -f '${Version}\\n' "$package" ;;
                    esac
                    printf '  Version table:\\n     99:2.0 500\\n'
                done
                """,
            ]
            for (name, text) in programs {
                let path = try folder.write("programs/\(name)", "#!/bin/sh\n\(text)\n")
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
            }
            let outcome = try await Pagereel.run(
                ["doctor", "--json"], environment: ["PATH": "\(folder.path("programs")):\(Pagereel.systemPath)"])
            #expect(outcome.exitCode == 0, "\(outcome.standardOutput)\(outcome.standardError)")
            let object = try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any]
            let list = try #require(object?["findings"] as? [[String: Any]])
            return Dictionary(list.map { ($0["part"] as? String ?? "", $0) }) { first, _ in first }
        }

        private func libraries(_ finding: [String: Any]?) throws -> [[String: Any]] {
            try #require(finding?["libraries"] as? [[String: Any]])
        }

        @Test("A newer version in the archive is named, and that apt's lists are old: 0", .full)
        func newer() async throws {
            let lists = try folder.makeFolder("lists")
            for name in ["main_Packages", "InRelease"] { try folder.write("lists/mirror_\(name)", "") }
            let date = Date.now.addingTimeInterval(-45.5 * 86_400)
            for path in [lists + "/mirror_InRelease", lists] {
                try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
            }
            let findings = try await findings(lists: lists)

            let soup = try #require(findings["libsoup"])
            #expect(soup["state"] as? String == "outdated" && soup["needed"] as? Bool == false)
            let detail = try #require(soup["detail"] as? String)
            #expect(detail.contains("Debian has 99:1.0") && detail.contains("apt-get install --only-upgrade libsoup"))
            let library = try #require(try libraries(soup).first)
            #expect(library["newest"] as? String == "99:1.0")
            // What Debian calls the version begins with what the library itself says.
            let version = try #require(library["version"] as? String)
            #expect((library["packageVersion"] as? String)?.hasPrefix(version) == true, "\(library)")

            let page = try #require(findings["WebKitGTK"])
            #expect(page["state"] as? String == "ok", "\(page)")
            let engine = try #require(try libraries(page).first)
            #expect(engine["newest"] as? String == engine["packageVersion"] as? String)
            #expect((engine["package"] as? String)?.hasPrefix("libwebkit2gtk-4.1") == true)

            let players = try #require(try libraries(findings["GStreamer"]).first)
            #expect(players["newest"] is NSNull && players["packageVersion"] is String)

            let names = try libraries(findings["FFmpeg"]).compactMap { $0["name"] as? String }
            #expect(
                names == ["libavcodec", "libavformat", "libavutil", "libswresample", "libswscale", "libavfilter"])
            let age = try #require(findings["newer versions"])
            #expect(age["state"] as? String == "untried")
            #expect((age["detail"] as? String)?.contains("45 days old") == true, "\(age)")
        }

        @Test("Without apt's lists, newer versions are not known: 0", .full)
        func absent() async throws {
            let findings = try await findings(lists: try folder.makeFolder("lists"))
            let library = try #require(try libraries(findings["libsoup"]).first)
            #expect(library["newest"] is NSNull && library["packageVersion"] is String)
            #expect(findings["libsoup"]?["state"] as? String == "ok")
            let age = try #require(findings["newer versions"])
            #expect((age["detail"] as? String)?.contains("no package lists") == true, "\(age)")
        }
    }
}
