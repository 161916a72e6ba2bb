import Foundation
import Frames
import XCTest

@testable import EngineLink

/// The recorder's private display server.
final class PrivateDisplayTests: XCTestCase {
    private static let screen = PixelSize(width: 64, height: 64)

    /// The processes whose command line contains a text.
    private static func processes(with text: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
            guard Int(name) != nil, let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
                return false
            }
            return String(decoding: line, as: UTF8.self).contains(text)
        }
    }

    func testEndsWithItsOwnerAndLeavesNothingBehind() throws {
        var display: PrivateDisplay? = try PrivateDisplay(screen: Self.screen)
        let file = try XCTUnwrap(display?.authorityFile)
        let name = try XCTUnwrap(display?.name)
        let socket = "/tmp/.X11-unix/X\(name.dropFirst())"
        XCTAssertTrue(name.hasPrefix(":"))
        XCTAssertTrue(FileManager.default.fileExists(atPath: socket))
        XCTAssertEqual(try Self.processes(with: file).count, 1)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        XCTAssertEqual(mode, 0o600)

        display = nil
        XCTAssertEqual(try Self.processes(with: file), [])
        XCTAssertFalse(FileManager.default.fileExists(atPath: socket))
        XCTAssertFalse(FileManager.default.fileExists(atPath: (file as NSString).deletingLastPathComponent))
    }

    func testLeavesNothingBehindWhenItIsKilled() throws {
        let display = try PrivateDisplay(screen: Self.screen)
        let name = try XCTUnwrap(display.name)
        kill(display.process, SIGKILL)
        display.end()
        XCTAssertFalse(FileManager.default.fileExists(atPath: "/tmp/.X11-unix/X\(name.dropFirst())"))
        XCTAssertFalse(FileManager.default.fileExists(atPath: display.authorityFile))
    }

    func testStartsAnyNumberAtOnce() throws {
        let displays = try (0..<4).map { _ in try PrivateDisplay(screen: Self.screen) }
        XCTAssertEqual(Set(displays.map(\.name)).count, 4)
        XCTAssertEqual(Set(displays.map(\.authorityFile)).count, 4)
    }

    func testTwoProcessesThatTryTheSameNumberGetDifferentOnes() throws {
        let start = 58_998
        var first: DisplayNumber? = try DisplayNumber(from: start)
        let second = try DisplayNumber(from: start)
        let third = try DisplayNumber(from: start)
        XCTAssertEqual(first?.value, start)
        XCTAssertEqual(second.value, start + 1)
        XCTAssertEqual(third.value, DisplayNumber.numbers.lowerBound)

        first = nil
        XCTAssertEqual(try DisplayNumber(from: start).value, start)
    }

    func testLeavesTheNumberOfAnotherServerAlone() throws {
        let lock = "/tmp/.X57000-lock"
        XCTAssertTrue(FileManager.default.createFile(atPath: lock, contents: nil))
        defer { try? FileManager.default.removeItem(atPath: lock) }
        XCTAssertEqual(try DisplayNumber(from: 57_000).value, 57_001)
    }

    func testHasAnotherKeyEachTime() throws {
        let keys = try (0..<2).map { _ in
            let display = try PrivateDisplay(screen: Self.screen)
            return FileManager.default.contents(atPath: display.authorityFile)
        }
        XCTAssertEqual(keys[0]?.count, 44)
        XCTAssertNotEqual(keys[0], keys[1])
    }

    func testFindsProgramsOnThePathOnly() {
        XCTAssertNotNil(ProgramPath.find("sh"))
        XCTAssertNil(ProgramPath.find("no-such-program"))
    }
}
