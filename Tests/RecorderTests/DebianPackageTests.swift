import Testing

@testable import Recorder

@Suite("What dpkg and apt print")
struct DebianPackageTests {
    @Test("The newest versions are read; packages that apt cannot install have none")
    func candidates() {
        let text = """
            libsoup-3.0-0:
              Installed: 3.2.3-0+deb12u2
              Candidate: 1:3.6.5-3~deb13u1
              Version table:
                 1:3.6.5-3~deb13u1 500
                    500 http://deb.debian.org/debian-security trixie-security/main amd64 Packages
             *** 3.2.3-0+deb12u2 100
                    100 /var/lib/dpkg/status
            libavutil59:arm64:
              Installed: (none)
              Candidate: 7:7.1.2-0+deb13u1
              Version table:
            own-package:
              Installed: 2
              Candidate: (none)

            """
        #expect(
            DebianPackages.candidates(in: text) == [
                "libsoup-3.0-0": "1:3.6.5-3~deb13u1", "libavutil59": "7:7.1.2-0+deb13u1",
            ])
        #expect(DebianPackages.candidates(in: "E: The package lists or status file could not be parsed.\n").isEmpty)
    }

    @Test("The owners of files are read; diversions and shared folders are not owners")
    func owners() {
        let text = """
            diversion by base-files from: /usr/lib/libz.so.1
            diversion by base-files to: /usr/lib/libz.so.1.usr-is-merged
            libsoup-3.0-0:amd64: /usr/lib/x86_64-linux-gnu/libsoup-3.0.so.0.6.0
            zlib1g:amd64: /lib/x86_64-linux-gnu/libz.so.1.2.13
            tool: /usr/share/tool: a name with a colon
            libsoup-3.0-0:amd64, libsoup-3.0-common: /usr/share/doc

            """
        #expect(
            DebianPackages.owners(in: text) == [
                "/usr/lib/x86_64-linux-gnu/libsoup-3.0.so.0.6.0": "libsoup-3.0-0:amd64",
                "/lib/x86_64-linux-gnu/libz.so.1.2.13": "zlib1g:amd64",
                "/usr/share/tool: a name with a colon": "tool",
            ])
    }

    @Test("Versions are compared as dpkg does")
    func comparison() async {
        // Among all other tests, dpkg may have to wait for minutes.
        func isVersion(_ version: String, olderThan other: String) async -> Bool {
            await DebianPackages.isVersion(version, olderThan: other, patience: .seconds(600))
        }
        #expect(await isVersion("2.50.6-1~deb12u1", olderThan: "2.50.6-1~deb12u2"))
        #expect(await isVersion("2.52.0", olderThan: "1:2.50.0"))
        #expect(await !isVersion("2.50.6-1", olderThan: "2.50.6-1~deb12u2"))
        #expect(await !isVersion("2.50.6-1", olderThan: "2.50.6-1"))
    }
}
