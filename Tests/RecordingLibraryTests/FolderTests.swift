import Foundation
import TestSupport
import Testing

@testable import RecordingLibrary

@Suite("The library's folder")
struct FolderTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func path(_ environment: [String: String] = [:]) -> String {
        LibraryFolder(environment: ["HOME": home.path].merging(environment) { $1 }).path
    }

    @Test("PAGEREEL_LIBRARY names the folder (default: in the video folder)")
    func environment() throws {
        #expect(path(["PAGEREEL_LIBRARY": "/a/b/"]) == "/a/b")
        #expect(path(["PAGEREEL_LIBRARY": ""]) == home.path + "/Videos/pagereel")
        try home.write(".config/user-dirs.dirs", "# comment\nXDG_VIDEOS_DIR=\"$HOME/Filme\"\n")
        #expect(path() == home.path + "/Filme/pagereel")
        #expect(path(["XDG_CONFIG_HOME": "relative"]) == home.path + "/Filme/pagereel")
        try home.write("other/user-dirs.dirs", "XDG_VIDEOS_DIR=\"/srv/v\"")
        #expect(path(["XDG_CONFIG_HOME": home.path("other")]) == "/srv/v/pagereel")
    }

    @Test("The folder is in the home folder if the environment is empty")
    func noHome() throws {
        // In a container, the user may have no name and no home folder.
        let home = unsafe getpwuid(geteuid()).map { unsafe String(cString: $0.pointee.pw_dir) } ?? "/"
        #expect(LibraryFolder(environment: [:]).path.hasPrefix(home))
        #expect(LibraryFolder(environment: [:]).path.hasSuffix("/pagereel"))
    }

    @Test(
        "user-dirs.dirs is parsed",
        arguments: [
            ("XDG_VIDEOS_DIR=\"$HOME/Videos\"", "/h/Videos"), (" XDG_VIDEOS_DIR = \"/a/b\"", "/a/b"),
            ("XDG_VIDEOS_DIR=\"$HOME/\"", "/h"), ("XDG_VIDEOS_DIR=\"$HOME/a\\\"b\\$\"", "/h/a\"b$"),
            ("XDG_VIDEOS_DIR=\"/a\"\nXDG_VIDEOS_DIR=\"/b\"", "/b"), ("XDG_VIDEOS_DIR=\"relative\"", nil),
            ("XDG_VIDEOS_DIR=\"$HOMEX/a\"", nil), ("XDG_VIDEOS_DIR=/a", nil), ("#XDG_VIDEOS_DIR=\"/a\"", nil),
            ("XDG_MUSIC_DIR=\"/a\"", nil), ("", nil),
        ])
    func userDirectories(text: String, videos: String?) {
        #expect(UserDirectories(text, home: "/h").videos == videos)
    }

    @Test("Names are times with milliseconds and can be parsed")
    func names() throws {
        let name = RecordingName(milliseconds: 1_790_000_000_999)
        #expect(name.description.wholeMatch(of: /2026-09-2\dT\d\d-\d\d-20\.999/) != nil)
        #expect(RecordingName(fileName: "\(name).mp4") == name)
        #expect(name.next.description.hasSuffix("-21.000"))
        #expect(RecordingName.nextPath(after: "/a.b/\(name).webm") == "/a.b/\(name.next).webm")
        for other in [
            "", "2026-09-21.mp4", "report.mp4", "2026-09-21T14-13-20.mp4",
            // Digits that are none of ASCII's.
            "٢٠٢٦-09-21T14-13-20.000.mp4", "2026\u{301}-09-21T14-13-20.000.mp4",
        ] {
            #expect(RecordingName(fileName: other) == nil)
        }
    }
}
