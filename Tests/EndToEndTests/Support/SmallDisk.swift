import Glibc
import TestSupport

/// A file system in memory that is soon full.
enum SmallDisk {
    /// A disk that could not be mounted.
    struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    /// Whether this user may mount one: root with its capabilities, which a container may have taken.
    static let isAvailable: Bool = {
        guard let folder = try? TemporaryFolder(),
            mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0
        else { return false }
        umount(folder.path)
        return true
    }()

    /// A page that starts and then shows pure noise, which no encoder makes small.
    static let noisyPage = TestPage.html(
        body: "<canvas id=c width=1280 height=720></canvas>",
        script: """
            const context = c.getContext('2d'), image = context.createImageData(1280, 720);
            const words = new Uint32Array(image.data.buffer);
            let seed = 1;
            const draw = () => {
                for (let i = 0; i < words.length; i++) {
                    seed ^= seed << 13; seed ^= seed >>> 17; seed ^= seed << 5; words[i] = seed | 0xff000000;
                }
                context.putImageData(image, 0, 0);
                requestAnimationFrame(draw);
            };
            draw();
            send('start');
            """)

    /// Mounts a disk of so many kilobytes while the closure runs.
    static func mounted(at path: String, kilobytes: Int, _ body: (String) async throws -> Void) async throws {
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
            throw Refused(description: "mounting on \(path): \(String(cString: strerror(errno)))")
        }
        do { try await body(path) } catch {
            umount2(path, Int32(MNT_DETACH))
            throw error
        }
        umount2(path, Int32(MNT_DETACH))
    }
}
