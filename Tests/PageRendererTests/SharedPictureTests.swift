import CPageClock
import CPageHost
import EngineLink
import Frames
import Glibc
import TestSupport
import XCTest

@testable import PageRenderer

/// The memory through which the page passes its pictures.
final class SharedPictureTests: XCTestCase {
    private static let size = 1 << 20

    /// Opens a file of a picture's size and returns its number.
    private static func open(_ path: String) -> (descriptor: CInt, number: UInt64) {
        let descriptor = unsafe Glibc.open(path, O_RDWR)
        XCTAssertEqual(ftruncate(descriptor, off_t(size)), 0)
        var status = stat()
        unsafe XCTAssertEqual(fstat(descriptor, &status), 0)
        return (descriptor, UInt64(status.st_ino))
    }

    private static func map(_ file: CInt) -> UnsafeMutableRawPointer? {
        unsafe mmap(nil, size, PROT_READ, MAP_SHARED, file, 0)
    }

    /// Memory of a page without pictures, to which those that are read are reported until the caller forgets it.
    private static func toldClock() -> UnsafeMutablePointer<page_clock> {
        let clock = UnsafeMutablePointer<page_clock>.allocate(capacity: 1)
        unsafe memset(clock, 0, MemoryLayout<page_clock>.size)
        unsafe shared_pictures_tell(clock)
        return unsafe clock
    }

    func testPicturesAreReleasedOnceUnmapped() throws {
        let clock = unsafe Self.toldClock()
        defer {
            unsafe shared_pictures_forget(clock)
            unsafe clock.deallocate()
        }
        let folder = try TemporaryFolder()
        let (file, number) = Self.open(try folder.write("picture", ""))
        let (other, _) = Self.open(try folder.write("other", ""))
        defer {
            close(file)
            close(other)
        }
        unsafe clock.pointee.pictures.3 = page_clock_picture(file: number, lent: number)

        let first = unsafe Self.map(file)
        let second = unsafe Self.map(file)
        let stranger = unsafe Self.map(other)
        unsafe XCTAssertEqual(clock.pointee.pictures.3.lent, number)
        unsafe munmap(stranger, Self.size)
        unsafe munmap(first, Self.size)
        unsafe XCTAssertEqual(clock.pointee.pictures.3.lent, number, "it is still mapped once")
        unsafe munmap(second, Self.size)
        unsafe XCTAssertEqual(clock.pointee.pictures.3.lent, 0)

        // The entry changes owner while the recorder reads it.
        unsafe clock.pointee.pictures.3.lent = number
        let third = unsafe Self.map(file)
        unsafe clock.pointee.pictures.3 = page_clock_picture(file: number + 1, lent: number + 1)
        unsafe munmap(third, Self.size)
        unsafe XCTAssertEqual(clock.pointee.pictures.3.lent, number + 1)
    }

    /// How many mappings of a file this process has (proc(5)).
    private static func mappings(of path: String) -> Int {
        ProcessFile.text(of: "/proc/self/maps").split(separator: "\n").count { $0.hasSuffix(" " + path) }
    }

    /// A mapping is kept for the next picture in the same memory, until the page no longer lists that memory or is closed.
    func testMappingsAreKept() throws {
        let clock = unsafe Self.toldClock()
        defer {
            unsafe shared_pictures_forget(clock)
            unsafe clock.deallocate()
        }
        let folder = try TemporaryFolder()
        let (path, otherPath) = (try folder.write("picture", ""), try folder.write("other", ""))
        let (file, number) = Self.open(path)
        let (other, otherNumber) = Self.open(otherPath)
        defer {
            close(file)
            close(other)
        }
        unsafe clock.pointee.pictures.0 = page_clock_picture(file: number, lent: number)
        let small = Self.size / 2
        let first = unsafe mmap(nil, small, PROT_READ, MAP_SHARED, file, 0)
        unsafe munmap(first, small)
        XCTAssertEqual(Self.mappings(of: path), 1)
        // The same, though a larger part of the file is asked for; it shows what the file holds now.
        unsafe XCTAssertEqual(pwrite(file, "new", 3, off_t(Self.size - 3)), 3)
        let second = unsafe Self.map(file)
        unsafe XCTAssertEqual(second, first)
        unsafe XCTAssertEqual(second?.load(fromByteOffset: Self.size - 3, as: UInt8.self), UInt8(ascii: "n"))
        // Another protection needs another mapping.
        let writable = unsafe mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        XCTAssertEqual(Self.mappings(of: path), 2)
        unsafe munmap(writable, Self.size)
        // Half of it is unmapped as anywhere, and the other half stays until its user unmaps that.
        unsafe munmap(second, small)
        let rest = unsafe second.map { unsafe $0 + small }
        unsafe XCTAssertEqual(rest?.load(fromByteOffset: small - 3, as: UInt8.self), UInt8(ascii: "n"))
        unsafe munmap(rest, small)
        XCTAssertEqual(Self.mappings(of: path), 1, "the writable one is kept")

        // The page uses other memory now.
        unsafe clock.pointee.pictures.0 = page_clock_picture(file: otherNumber, lent: otherNumber)
        let third = unsafe mmap(nil, small, PROT_READ, MAP_SHARED, other, 0)
        XCTAssertEqual(Self.mappings(of: path), 0)
        unsafe shared_pictures_forget(clock)
        XCTAssertEqual(Self.mappings(of: otherPath), 1, "it is used")
        unsafe munmap(third, small)
        XCTAssertEqual(Self.mappings(of: otherPath), 0)
    }

    /// A page that is repainted at each refresh needs no more picture memory than at first.
    func testPicturesShareMemory() throws {
        try MainLoop.run {
            var options = PageOptions()
            options.rendering = .painted
            options.virtualTime = VirtualTime()
            let size = PixelSize(width: 640, height: 360)
            let page = try OpenPage(Fixture.page("benchmark/report.html"), size: size, options)
            let clock = try XCTUnwrap(page.view.clock)
            let (moves, hasMoved) = AsyncStream<Void>.makeStream()
            let timeline = PageTimeline(view: page.view, clock: clock) { _ in hasMoved.yield() }
            timeline.start()
            var files: Set<UInt64> = []
            var known = 0
            for await _ in moves {
                guard clock.time > .seconds(1) else { continue }
                if files.isEmpty { files = clock.shared.pictureFiles }
                known += 1
                if known == 30 { break }
            }
            await timeline.stop()
            XCTAssertFalse(files.isEmpty)
            XCTAssertEqual(clock.shared.pictureFiles, files)
            page.view.close()
        }
    }
}
