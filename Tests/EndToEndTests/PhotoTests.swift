import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Live Photos and Motion Photos, read back by exiftool and ffprobe.
    @Suite("Photos")
    struct Photos {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private static let picture = ["-f", "lavfi", "-i"]
        private static let tone = ["-f", "lavfi", "-i", "sine=f=440:r=48000:d=1.5"]
        private static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "12", "-bf", "2"]

        /// Makes a video of 64x48 pixels and 1.5 s with ffmpeg.
        private func video(
            _ name: String = "in.mp4", rate: String = "30", sound: [String] = tone,
            _ options: [String] = h264 + ["-c:a", "aac"]
        ) async throws -> String {
            let source = ["-v", "error"] + Self.picture + ["testsrc2=s=64x48:r=\(rate):d=1.5"] + sound
            let path = folder.path(name)
            try await Tool.run("ffmpeg", source + ["-pix_fmt", "yuv420p"] + options + [path])
            return path
        }

        /// Checks that the picture matches the movie's at the still's time, within JPEG's error.
        private func expectStill(_ picture: String, is frame: Int, of movie: String) async throws {
            let still = try #require(try await FrameDecoder.frames(of: picture, as: .rgb24).first)
            let frames = try await FrameDecoder.frames(of: movie, as: .rgb24)
            let distances = frames.map { PhotoWitness.distance($0, still) }
            let nearest = try #require(distances.indices.min { distances[$0] < distances[$1] })
            #expect(nearest == frame)
            // FFmpeg interpolates the movie's chroma by cubics, and as if it were centered.
            #expect(distances[nearest] < 8)
        }

        /// A format, and the requested and the actual still.
        struct Variant: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let name: String
            let rate: String
            let hasSound: Bool
            let options: [String]
            let still: String
            let time: Double
            let frame: Int
        }

        static let variants = [
            Variant(
                testDescription: "still at 0 s", name: "in.mp4", rate: "30", hasSound: true,
                options: h264 + ["-c:a", "aac"], still: "0s", time: 0, frame: 0),
            Variant(
                testDescription: "no sound", name: "in.mp4", rate: "30", hasSound: false, options: h264, still: "0.5s",
                time: 0.5, frame: 15),
            Variant(
                testDescription: "29.97 fps, still at 1.001 s", name: "in.mp4", rate: "30000/1001", hasSound: true,
                options: h264 + ["-c:a", "aac"], still: "1.001s", time: 1.001, frame: 30),
            Variant(
                testDescription: "HEVC and PCM", name: "in.mov", rate: "30", hasSound: true,
                options: [
                    "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", "-tag:v", "hvc1",
                ]
                    + ["-c:a", "pcm_s16le", "-movie_timescale", "48000"], still: "1s", time: 1, frame: 30),
            Variant(
                testDescription: "still at 0.333 s", name: "in.mov", rate: "30", hasSound: true,
                options: h264 + ["-c:a", "aac"], still: "0.333s", time: 1.0 / 3, frame: 10),
        ]

        @Test(
            "Both files share an identifier, the still has its time, and packets are unchanged", .full,
            arguments: variants)
        func livePhoto(variant: Variant) async throws {
            let source = try await video(
                variant.name, rate: variant.rate, sound: variant.hasSound ? Self.tone : [], variant.options)
            let (summary, _) = try await Pagereel.photo(
                "live-photo", source, to: folder.path("out/IMG_0001"), ["--still", variant.still])
            #expect(summary.picture == folder.path("out/IMG_0001.JPG"))
            let movie = try #require(summary.movie)
            #expect(movie == folder.path("out/IMG_0001.MOV"))
            let identifier = try #require(summary.identifier)
            let (pictureTags, movieTags) = try await PhotoWitness.tags(summary.picture, movie)
            #expect(pictureTags["Apple:ContentIdentifier"] == identifier)
            #expect(pictureTags["ExifTool:Validate"] == "0 0 0", "\(pictureTags["ExifTool:Warning"] ?? "")")
            #expect(pictureTags["ExifIFD:ExifImageWidth"] == "64")
            #expect(movieTags["Keys:ContentIdentifier"] == identifier)
            let trackOfTime = variant.hasSound ? "Track3" : "Track2"
            #expect(movieTags["\(trackOfTime):StillImageTime"] == "-1")
            #expect(movieTags["\(trackOfTime):ContentDescribes"] == "1")

            let packets = try await PhotoWitness.packets(movie)
            let stills = packets.filter { $0.codecType == "data" }
            #expect(stills.count == 1)
            let time = try #require(stills.first?.ptsTime.flatMap(Double.init))
            #expect(abs(time - variant.time) < 0.000_001)
            #expect(abs(summary.still - variant.time) < 0.000_001)
            let before = try await PhotoWitness.packets(source)
            for type in ["video", "audio"] {
                let hashes = packets.filter { $0.codecType == type }.map(\.dataHash)
                #expect(hashes == before.filter { $0.codecType == type }.map(\.dataHash), "\(type)")
                #expect(hashes.isEmpty == (type == "audio" && !variant.hasSound))
            }
            try await expectStill(summary.picture, is: variant.frame, of: movie)
            #expect(folder.contents == [variant.name, "out/", "out/IMG_0001.JPG", "out/IMG_0001.MOV"])
        }

        @Test("A part is exact and reveals nothing about its origin", .full)
        func part() async throws {
            let source = try await video(
                "in.mp4",
                Self.h264 + ["-c:a", "aac", "-metadata", "comment=file:///home/a/b.html"]
                    + ["-metadata", "description=pagereel record"])
            let (summary, messages) = try await Pagereel.photo(
                "live-photo", source, to: folder.path("A"),
                ["--from", "0.51s", "--duration", "0.7s", "--still", "0.3s"])
            #expect(messages.contains("begins with the picture at 0.500 s, the nearest to 0.510 s"))
            #expect(summary.from == 0.5 && summary.duration == 0.7 && summary.frames == 21 && summary.still == 0.3)
            let movie = try #require(summary.movie)
            let all = try await FrameDecoder.frames(of: source, as: .gray)
            let part = try await FrameDecoder.frames(of: movie, as: .gray)
            #expect(part.map(\.bytes) == all[15..<36].map(\.bytes))
            let probe = try await Probe.read(movie)
            #expect(probe.video?.duration == "0.700000")
            #expect(probe.audio?.durationTs == 33_600)
            #expect(try await PhotoWitness.packets(movie).last { $0.codecType == "data" }?.ptsTime == "0.300000")
            try await expectStill(summary.picture, is: 9, of: movie)
            let text = try String(decoding: folder.read("A.MOV") + folder.read("A.JPG"), as: UTF8.self)
            #expect(!text.contains("b.html") && !text.contains("pagereel") && !text.contains("Lavf"))
        }

        @Test("A rotated video gets an upright still", .full)
        func turned() async throws {
            let source = folder.path("turned.mov")
            try TurnedMovie.write(source, of: try await video("in.mov", sound: [], Self.h264), quarters: 1)
            let (summary, _) = try await Pagereel.photo("live-photo", source, to: folder.path("A"), ["--still", "0s"])
            #expect(summary.width == 48 && summary.height == 64)
            let still = try #require(try await FrameDecoder.frames(of: summary.picture, as: .gray).first)
            // How a player shows the movie, which ffmpeg rotates as well.
            try await Tool.run(
                "ffmpeg", ["-v", "error", "-i", folder.path("A.MOV"), "-frames:v", "1", folder.path("f.png")])
            let shown = try #require(try await FrameDecoder.frames(of: folder.path("f.png"), as: .gray).first)
            #expect(PhotoWitness.distance(still, shown) < 4)
        }

        @Test("A Motion Photo contains the MP4 unchanged")
        func motionPhoto() async throws {
            let source = try await video(
                "in.mp4", Self.h264 + ["-c:a", "aac", "-metadata", "comment=https://example.com/"])
            let (summary, messages) = try await Pagereel.photo(
                "motion-photo", source, to: folder.path("PXL_1"), ["--still", "0.5s"])
            #expect(messages.contains("reveals where and how it was recorded"))
            #expect(summary.picture == folder.path("PXL_1.MP.jpg"))
            let file = try folder.read("PXL_1.MP.jpg")
            let movie = try folder.read("in.mp4")
            #expect(file.suffix(movie.count) == movie)
            #expect(summary.bytes == file.count)
            let tags = try await PhotoWitness.tags(summary.picture)
            #expect(tags["XMP-GCamera:MotionPhoto"] == "1")
            #expect(tags["XMP-GCamera:MotionPhotoVersion"] == "1")
            #expect(tags["XMP-GCamera:MotionPhotoPresentationTimestampUs"] == "500000")
            #expect(tags["XMP-GCamera:MicroVideoOffset"] == "\(movie.count)")
            let directory = try #require(tags["XMP-GContainer:ContainerDirectory"])
            for word in ["image/jpeg", "Primary", "video/mp4", "MotionPhoto", "\"Length\": \(movie.count)"] {
                #expect(directory.contains(word), "\(directory)")
            }
            try await expectStill(summary.picture, is: 15, of: source)
        }

        @Test(
            "A Motion Photo of a part or another format contains a new MP4", .full,
            arguments: ["mp4", "mov", "mkv"])
        func motionPhotoOfPart(container: String) async throws {
            let source = try await video("in.\(container)", Self.h264 + ["-c:a", "aac", "-metadata", "comment=secret"])
            let options = container == "mp4" ? ["--from", "0.5s", "--duration", "0.7s"] : []
            let (summary, _) = try await Pagereel.photo("motion-photo", source, to: folder.path("A.MP.jpg"), options)
            let text = String(decoding: try folder.read("A.MP.jpg"), as: UTF8.self)
            let length = try #require(text.firstMatch(of: #/MicroVideoOffset="([0-9]+)"/#).flatMap { Int($0.output.1) })
            let clip = try folder.write("clip.mp4", try folder.read("A.MP.jpg").suffix(length))
            #expect(MovieBoxes(of: try folder.read("clip.mp4")).isFastStart)
            let all = try await FrameDecoder.frames(of: source, as: .gray)
            let part = try await FrameDecoder.frames(of: clip, as: .gray)
            let range = container == "mp4" ? 15..<36 : 0..<45
            #expect(part.map(\.bytes) == all[range].map(\.bytes))
            #expect(!text.contains("secret"))
            let time = Int((summary.still * 1_000_000).rounded())
            #expect(text.contains("MotionPhotoPresentationTimestampUs=\"\(time)\""))
        }

        @Test("A bundle contains both files and replaces only another bundle", .full)
        func bundle() async throws {
            let source = try await video(sound: [], Self.h264)
            let identifier = "0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D"
            let (summary, _) = try await Pagereel.photo(
                "live-photo", source, to: folder.path("A"), ["--pvt", "--identifier", identifier.lowercased()])
            #expect(summary.bundle == folder.path("A.pvt") && summary.identifier == identifier)
            let whole = ["A.pvt/", "A.pvt/A.JPG", "A.pvt/A.MOV", "A.pvt/metadata.plist", "in.mp4"]
            #expect(folder.contents == whole)
            let properties = try unsafe PropertyListSerialization.propertyList(
                from: folder.read("A.pvt/metadata.plist"), format: nil)
            #expect(properties as? [String: String] == ["PFVideoComplementMetadataVersionKey": "1"])
            let old = try folder.read("A.pvt/A.MOV")
            let arguments = ["live-photo", source, "-o", folder.path("A"), "--pvt"]
            #expect(try await Pagereel.run(arguments).exitCode == 73)
            #expect(try folder.read("A.pvt/A.MOV") == old)
            #expect(try await Pagereel.run(arguments + ["--overwrite"]).exitCode == 0)
            #expect(try folder.read("A.pvt/A.MOV") != old, "a new identifier")
            #expect(folder.contents == whole)
            try folder.write("A.pvt/diary.txt", "mine")
            let other = try await Pagereel.run(arguments + ["--overwrite"])
            #expect(other.exitCode == 73 && other.standardError.contains("not a Live Photo of this name"))
            #expect(folder.contents == (whole + ["A.pvt/diary.txt"]).sorted())
        }

        @Test("Existing files are kept or replaced together", .full)
        func existing() async throws {
            let source = try await video(sound: [], Self.h264)
            try folder.write("A.JPG", "old picture")
            let arguments = ["live-photo", source, "-o", folder.path("A"), "--quiet"]
            let refused = try await Pagereel.run(arguments)
            #expect(refused.exitCode == 73 && refused.standardError.contains("--overwrite"))
            #expect(folder.contents == ["A.JPG", "in.mp4"])
            let replaced = try await Pagereel.run(arguments + ["--overwrite"])
            #expect(replaced.exitCode == 0 && replaced.standardError.isEmpty && replaced.standardOutput.isEmpty)
            #expect(folder.contents == ["A.JPG", "A.MOV", "in.mp4"])
            #expect(try folder.read("A.JPG").starts(with: [0xff, 0xd8]))
        }

        @Test("Unsupported input is rejected with its exit status and leaves nothing")
        func badInput() async throws {
            let good = try await video()
            let text = try folder.write("text.mp4", "no video")
            let sound = folder.path("sound.m4a")
            try await Tool.run("ffmpeg", ["-v", "error"] + Self.tone + ["-c:a", "aac", sound])
            let vp9 = try await video(
                "vp9.webm", sound: [], ["-c:v", "libvpx-vp9", "-cpu-used", "8", "-deadline", "realtime"])
            let mp3 = try await video("mp3.mp4", Self.h264 + ["-c:a", "libmp3lame"])
            let live = folder.path("live.mov")
            let key = "com.apple.quicktime.content.identifier=A"
            try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-i", good, "-c", "copy", "-movflags", "use_metadata_tags", "-metadata", key, live])
            let before = folder.contents
            let cases: [(video: String, options: [String], status: Int32, word: String)] = [
                (text, [], 65, "cannot be read as a video"),
                (folder.path("none.mp4"), [], 65, "No such file"),
                (folder.path(""), [], 65, "it is not a file"),
                (sound, [], 65, "it has no pictures"),
                (vp9, [], 65, "is VP9"),
                (mp3, [], 65, "is MP3"),
                (live, [], 65, "Live Photo already"),
                (good, ["--still", "1.5s"], 64, "the clip is 1.5"),
                (good, ["--from", "0.5s", "--duration", "0.5s", "--still", "600ms"], 64, "the clip is 0.5"),
                (good, ["--from", "2s"], 64, "the clip cannot start at 2 s"),
                (good, ["--duration", "0s"], 64, "greater than zero"),
            ]
            for (index, (video, options, status, word)) in cases.enumerated() {
                // Both read the same input in the same way.
                let command = ["live-photo", "motion-photo"][index % 2]
                let outcome = try await Pagereel.run([command, video, "-o", folder.path("out/A")] + options)
                #expect(outcome.exitCode == status, "\(command) \(video) \(options): \(outcome.standardError)")
                #expect(outcome.standardError.contains(word), "\(outcome.standardError)")
                #expect(folder.contents == before)
            }
            for (command, name) in [("live-photo", ""), ("live-photo", "x/"), ("motion-photo", "x.jpg")] {
                let outcome = try await Pagereel.run([command, good, "-o", name], folder: folder)
                #expect(outcome.exitCode == 64, "\(outcome.standardError)")
            }
            #expect(folder.contents == before)
        }

        @Test("A folder without write permission is an error: 73", .full)
        func noPermission() async throws {
            let source = try await video(sound: [], Self.h264)
            _ = try folder.makeFolder("locked", permissions: 0o555)
            // Root may write anywhere, so the command runs as another user.
            let isRoot = NSUserName() == "root"
            let wrapper = isRoot ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
            for arguments in [["live-photo"], ["live-photo", "--pvt"], ["motion-photo"]] {
                let outcome = try await Pagereel.run(
                    arguments + [source, "-o", folder.path("locked/A")], wrapper: wrapper)
                #expect(outcome.exitCode == 73, "\(outcome.standardError)")
                #expect(outcome.standardError.contains("Choose a folder that you may write to"))
            }
            #expect(folder.contents == ["in.mp4", "locked/"])
        }

        @Test("A full disk leaves nothing: 74", .full, .enabled(if: SmallDisk.isAvailable, "needs the right to mount"))
        func fullDisk() async throws {
            let source = try await video("in.mp4", ["-c:v", "libx264", "-qp", "1", "-g", "12", "-c:a", "aac"])
            let disk = try folder.makeFolder("disk")
            for arguments in [
                ["live-photo"], ["live-photo", "--pvt"], ["motion-photo"], ["motion-photo", "--from", "0s"],
            ] {
                try await SmallDisk.mounted(at: disk, kilobytes: 16) { disk in
                    let outcome = try await Pagereel.run(arguments + [source, "-o", disk + "/A"])
                    #expect(outcome.exitCode == 74, "\(arguments): \(outcome.standardError)")
                    #expect(outcome.standardError.contains("The disk is full: '\(disk)/A"), "\(outcome.standardError)")
                    #expect(folder.contents == ["disk/", "in.mp4"])
                }
            }
        }

        @Test(
            "A signal ends the command and leaves nothing", .full,
            arguments: [SIGINT, SIGTERM, SIGHUP])
        func interruption(number: Int32) async throws {
            let source = try await video(sound: [], Self.h264)
            // A sparse box, which takes no space but takes long to copy.
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: source))
            let end = try file.seekToEnd()
            file.write(Data([0, 0, 0, 0] + Array("free".utf8)))
            try file.truncate(atOffset: end + 4 << 30)
            try file.close()
            let output = try folder.makeFolder("out")
            let outcome = try await Pagereel.run(["motion-photo", source, "-o", output + "/A"]) { recording in
                try await Condition.wait(for: "the unfinished file") { recording.isWriting(in: folder) }
                kill(recording.processID, number)
            }
            #expect(outcome.exitCode == 128 + number, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("nothing was written"))
            #expect(folder.contents == ["in.mp4", "out/"])
        }

        @Test("A recording can also make both kinds of photos", .full)
        func recording() async throws {
            let page = try folder.write("page.html", TestPage.timed(200))
            let video = folder.path("out.mp4")
            let outcome = try await Pagereel.run(
                ["record", page, "-o", video, "--json", "--live-photo", folder.path("IMG%%"), "--motion-photo"]
                    + [folder.path("M"), "--live-photo-still", "0.1s"] + TestPage.small)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let summary = try JSONDecoder().decode(RecordingPhotos.self, from: Data(outcome.standardOutput.utf8))
            #expect(summary.livePhoto.movie == folder.path("IMG%.MOV") && summary.livePhoto.still == 0.1)
            #expect(summary.motionPhoto.picture == folder.path("M.MP.jpg"))
            #expect(summary.motionPhoto.frames == summary.frames && summary.livePhoto.frames == summary.frames)
            #expect(folder.contents == ["IMG%.JPG", "IMG%.MOV", "M.MP.jpg", "out.mp4", "page.html"])
            #expect(try await VideoPackets(of: folder.path("IMG%.MOV")).hashes == VideoPackets(of: video).hashes)
            for name in ["IMG%.JPG", "IMG%.MOV", "M.MP.jpg"] {
                let text = try String(decoding: folder.read(name), as: UTF8.self)
                #expect(!text.contains("page.html") && !text.contains("pagereel"), "\(name)")
            }
        }

        @Test("A video made from pictures can become a photo", .full)
        func pictures() async throws {
            let picture = folder.path("a.png")
            try await Tool.run("ffmpeg", ["-v", "error"] + Self.picture + ["testsrc2=s=64x48:d=0.04:r=25", picture])
            let outcome = try await Pagereel.run(
                ["images", picture, "-o", folder.path("out.mp4"), "--each", "0.5s", "--json", "--live-photo"]
                    + [folder.path("A"), "--motion-photo", folder.path("M")])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let summary = try JSONDecoder().decode(RecordingPhotos.self, from: Data(outcome.standardOutput.utf8))
            #expect(summary.livePhoto.frames == summary.frames && summary.motionPhoto.frames == summary.frames)
            #expect(folder.contents == ["A.JPG", "A.MOV", "M.MP.jpg", "a.png", "out.mp4"])
            let again = try await Pagereel.run(
                ["images", picture, "-o", folder.path("b.mp4"), "--live-photo", folder.path("A")])
            #expect(again.exitCode == 73 && !folder.contains("b.mp4"))
        }

        private struct RecordingPhotos: Decodable {
            let frames: Int
            let livePhoto: PhotoSummary
            let motionPhoto: PhotoSummary
        }

        @Test("Photo options are checked first, and a failed photo keeps the video", .full)
        func recordingWithoutPhoto() async throws {
            let page = try folder.write("page.html", TestPage.timed(100))
            try folder.write("A.JPG", "mine")
            func record(_ name: String, _ options: [String]) async throws -> Pagereel.Outcome {
                try await Pagereel.run(["record", page, "-o", folder.path(name)] + options + TestPage.small)
            }
            let taken = try await record("a.mp4", ["--live-photo", folder.path("A")])
            #expect(taken.exitCode == 73 && taken.standardError.contains("A.JPG' already exists"))
            let kind = try await record("a.webm", ["--live-photo", folder.path("B")])
            #expect(kind.exitCode == 64 && kind.standardError.contains("H.264 or HEVC video, not VP9"))
            #expect(folder.contents == ["A.JPG", "page.html"])
            let late = try await record("a.mp4", ["--motion-photo", folder.path("B"), "--live-photo-still", "5s"])
            #expect(
                late.exitCode == 64 && late.standardError.contains("The video itself was saved"),
                "\(late.standardError)")
            #expect(folder.contents == ["A.JPG", "a.mp4", "page.html"])
        }

        @Test("On a terminal one line shows progress", .full)
        func progress() async throws {
            let source = try await video(sound: [], Self.h264)
            let command = "\(Pagereel.executable) live-photo \(source) -o \(folder.path("A"))"
            let outcome = try await Pagereel.run(
                [], wrapper: ["script", "--quiet", "--return", "--command", command, "/dev/null"],
                appendsExecutable: false)
            #expect(outcome.exitCode == 0)
            #expect(outcome.standardOutput.contains("\r\u{1b}[Kcopying 100 %\r\u{1b}[K"))
            #expect(outcome.standardOutput.contains("A.JPG, \(folder.path("A.MOV")): 1.500 s · 45 frames"))
        }
    }
}
