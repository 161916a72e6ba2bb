import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel compose` and `pagereel images`: warnings about damaged files.
    @Suite("Damaged files in timelines")
    struct ComposeDamage {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Creates a file of four seconds with ffmpeg, and changes its bytes.
        private func makeFile(_ name: String, _ options: [String], _ change: (Data) -> Data = { $0 }) async throws {
            let noise = ["-f", "lavfi", "-i", "aevalsrc=0.3*random(0):s=48000:d=4"]
            try await Tool.run("ffmpeg", ["-v", "error"] + noise + options + [folder.path(name)])
            try folder.write(name, change(folder.read(name)))
        }

        private func makeFilm(_ name: String, _ change: (Data) -> Data = { $0 }) async throws {
            let pictures = ["-f", "lavfi", "-i", "testsrc=s=160x90:r=30:d=4", "-c:v", "libx264", "-c:a", "aac"]
            try await makeFile(name, pictures + (name.hasSuffix("mp4") ? ["-movflags", "+faststart"] : []), change)
        }

        @Test(
            "A cluster of Matroska that is empty or missing is a warning where it is shown",
            arguments: [("mkv", "libx264")] + (LongTests.areAll ? [("webm", "libvpx-vp9")] : []))
        func cluster(kind: String, codec: String) async throws {
            let name = "film.\(kind)"
            let options = ["-f", "lavfi", "-i", "testsrc=s=160x90:r=30:d=4", "-c:v", codec, "-g", "30"]
            try await makeFile(name, options)
            for keys in ["", ", reverse: true", ", in: 2s"] {
                #expect(try await warnings(["video:", "- {src: \(name)\(keys)}"]) == [], "\(keys)")
            }
            // EBML's identifier of a cluster (RFC 9559, 5.1.3).
            let whole = try folder.read(name)
            let begins = whole.indices.dropLast(3).filter { whole[$0..<$0 + 4] == Data([0x1f, 0x43, 0xb6, 0x75]) }
            try #require(begins.count > 3)
            let cluster = begins[2]..<begins[3]
            for content in [Data(count: cluster.count), Data()] {
                var data = whole
                data.replaceSubrange(cluster, with: content)
                try folder.write(name, data)
                for keys in ["", ", reverse: true"] {
                    let found = try await warnings(["video:", "- {src: \(name)\(keys)}"])
                    let place = "line 3: The video '\(folder.path(name))' is damaged: parts of its first "
                    #expect(found.contains { $0.contains(place) }, "\(content.count) \(keys): \(found)")
                    #expect(found.contains { $0.contains("film.\(kind)' has 1 hole of ") || $0.contains("soundtrack") })
                    #expect(!found.contains { $0.contains("could be read") }, "\(found)")
                }
                #expect(try await warnings(["video:", "- {src: \(name), out: 0.5s}"]) == [])
            }
        }

        /// The first six tenths of a file, and a part of a packet.
        private static func cut(_ data: Data) -> Data { data.prefix(data.count * 6 / 10 + 401) }

        /// Composes a timeline, and returns the summary's warnings.
        private func warnings(_ lines: [String], outputs: [String] = ["out.mp4"]) async throws -> [String] {
            let text = "canvas: {width: 160, height: 90, fps: 30}\n" + lines.joined(separator: "\n")
            let path = try folder.write("timeline.yaml", text)
            let outcome = try await Pagereel.run(
                ["compose", path, "--overwrite", "--json"] + outputs.flatMap { ["-o", folder.path($0)] },
                environment: ["PATH": Pagereel.systemPath, "TMPDIR": folder.path])
            return try self.warnings(outcome)
        }

        /// The warnings of a summary, which are also on standard error.
        private func warnings(_ outcome: Pagereel.Outcome) throws -> [String] {
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let summary = try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any]
            let warnings = try #require(summary?["warnings"] as? [String])
            for warning in warnings { #expect(outcome.standardError.contains("warning: \(warning)\n")) }
            return warnings
        }

        /// Composes a sound under a black clip, and returns the warnings.
        private func warnings(ofSound keys: String, seconds: Int = 6) async throws -> [String] {
            try await warnings(["video:", "- {color: black, for: \(seconds)s}", "audio:", "- {src: \(keys)}"])
        }

        @Test("A truncated sound is a warning with its line and its length", .full, arguments: ["wav", "mp3", "flac"])
        func truncatedSound(kind: String) async throws {
            let name = "sound.\(kind)"
            try await makeFile(name, [])
            #expect(try await warnings(ofSound: name) == [])
            try folder.write(name, Self.cut(folder.read(name)))
            let place = "\(folder.path("timeline.yaml")), line 5: The soundtrack '\(folder.path(name))' is damaged or "
            let endings = [
                "": "and the rest is silent.", ", loop: true": "and were repeated.",
                ", reverse: true, speed: 1.25": "and the rest is silent.",
            ]
            for (keys, ending) in endings {
                let found = try await warnings(ofSound: name + keys)
                try #require(found.count == 1, "\(keys): \(found)")
                #expect(found[0].hasPrefix(place + "incomplete: only 2."), "\(found)")
                #expect(found[0].contains(/s of the 4(\.0[0-9]+)? s that it states could be read,/), "\(found)")
                #expect(found[0].contains(ending), "\(found)")
            }
            // What is played could be read.
            #expect(try await warnings(ofSound: name, seconds: 1) == [])
            #expect(try await warnings(ofSound: "\(name), in: 0.5s, out: 1s") == [])
            #expect(try await warnings(ofSound: "\(name), out: 1s, loop: true") == [])
        }

        @Test("A loop that ends before its out point is a warning", .full)
        func truncatedPart() async throws {
            try await makeFile("sound.mp3", [], Self.cut)
            let found = try await warnings(ofSound: "sound.mp3, in: 1s, out: 3s, loop: true")
            #expect(found.count == 1)
            #expect(found.first?.contains("and were repeated.") == true, "\(found)")
        }

        @Test("Unreadable parts of a sound are a warning, once for all outputs", .full)
        func unreadableParts() async throws {
            try await makeFile("sound.mp3", []) { data in
                var data = data
                data.replaceSubrange(data.count / 4..<data.count / 4 + 3000, with: Data(count: 3000))
                return data
            }
            let found = try await warnings(
                ["video:", "- {color: black, for: 3s}", "audio:", "- {src: sound.mp3}"],
                outputs: ["a.mp4", "b.mkv", "c.gif"])
            try #require(found.count == 1, "\(found)")
            let place = "line 5: The soundtrack '\(folder.path("sound.mp3"))' is damaged: "
            #expect(found[0].contains("\(place)parts of its first 3"), "\(found)")
            #expect(found[0].contains("cannot be decoded and are silent or missing."), "\(found)")
        }

        @Test("Raw AAC that repeats is a warning")
        func gap() async throws {
            try await makeFile("sound.aac", [])
            #expect(try await warnings(ofSound: "sound.aac") == [])
            let found = try await warnings(ofSound: "sound.aac, loop: true")
            try #require(found.count == 1, "\(found)")
            #expect(
                found[0].contains(
                    "line 5: The soundtrack '\(folder.path("sound.aac"))' has a short gap where it repeats"))
        }

        @Test("A truncated video is a warning for its pictures and its sound", .full, arguments: ["mp4", "mkv"])
        func truncatedFilm(kind: String) async throws {
            let name = "film.\(kind)"
            try await makeFilm(name)
            #expect(try await warnings(["video:", "- {src: \(name)}", "- {src: \(name), reverse: true}"]) == [])
            try folder.write(name, Self.cut(folder.read(name)))
            for keys in ["", ", reverse: true", ", in: 3s"] {
                let found = try await warnings(["video:", "- {color: black, for: 1s}", "- {src: \(name)\(keys)}"])
                try #require(found.count == 2, "\(keys): \(found)")
                let place = "\(folder.path("timeline.yaml")), line 4: The"
                for (kind, ending) in [("video", "shows its last picture."), ("soundtrack", "is silent.")] {
                    let text = "\(place) \(kind) '\(folder.path(name))' is damaged or incomplete: only "
                    let warning = try #require(found.first { $0.hasPrefix(text) }, "\(found)")
                    #expect(warning.contains(/only [12]\.[0-9]+ s of the 4(\.0[0-9]+)? s that it states/), "\(warning)")
                    #expect(warning.contains("could be read, and the rest \(ending)"), "\(warning)")
                }
            }
            #expect(try await warnings(["video:", "- {src: \(name), out: 1s}"]) == [])
            // An overlay, without its sound.
            let found = try await warnings([
                "video:", "- {color: black, for: 4s}", "overlays:", "- {src: \(name), audio: off}",
            ])
            #expect(found.count == 1)
            #expect(found.first?.contains("line 5: The video") == true, "\(found)")
        }

        @Test("Damage in the middle of a video is a warning, unless it is not played")
        func damageInside() async throws {
            let pictures = ["-f", "lavfi", "-i", "testsrc=s=160x90:r=30:d=4", "-map", "1", "-c:v"]
            try await makeFile("film.mkv", pictures + ["mpeg2video", "-b:v", "2M", "-g", "15"])
            #expect(try await warnings(["video:", "- {src: film.mkv}", "- {src: film.mkv, reverse: true}"]) == [])
            try folder.write(
                "film.mkv",
                {
                    var data = $0
                    let middle = data.count / 2
                    data.replaceSubrange(middle..<middle + 600, with: [UInt8](repeating: 0x55, count: 600))
                    return data
                }(folder.read("film.mkv")))
            for keys in ["", ", reverse: true", ", in: 1s"] {
                let found = try await warnings(["video:", "- {src: film.mkv\(keys)}"])
                try #require(found.count == 1, "\(found)")
                #expect(
                    found[0].contains(
                        /line 3: The video '.*' is damaged: parts of its first [0-9.]+ s cannot be decoded/),
                    "\(found)")
            }
            #expect(try await warnings(["video:", "- {src: film.mkv, out: 1s}"]) == [])
            #expect(try await warnings(["video:", "- {src: film.mkv, in: 3s}"]) == [])
        }

        @Test("A truncated video that states no length is a warning without one", .full)
        func truncatedWithoutLength() async throws {
            try await makeFile(
                "film.avi", ["-f", "lavfi", "-i", "testsrc=s=160x90:r=30:d=4", "-map", "1", "-c:v", "libx264"],
                Self.cut)
            let found = try await warnings(["video:", "- {src: film.avi}"])
            try #require(found.count == 1, "\(found)")
            #expect(found[0].contains("line 3: The video '\(folder.path("film.avi"))' is damaged or incomplete: only "))
            #expect(found[0].contains(/only 2(\.[0-9]+)? s could be read\. Use/), "\(found)")
        }

        @Test("Damage in one picture of a film is a warning from that picture on, each time", .full)
        func oneDamagedPicture() async throws {
            let name = folder.path("film.mp4")
            // A keyframe, then each fourth picture before the three B-frames that refer to it.
            try await Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=640x360:r=30:d=4", "-c:v", "libx264", "-g", "60",
                    "-pix_fmt", "yuv420p", "-x264-params", "b-adapt=0:b-pyramid=none", name,
                ])
            let packets = try await Tool.run(
                "ffprobe", ["-v", "error", "-show_entries", "packet=pos,size", "-of", "csv=p=0", name])
            // The packet of picture 76.
            let numbers = String(decoding: packets, as: UTF8.self).split(separator: "\n")[73].split(separator: ",")
            let (size, place) = (try #require(Int(numbers[0])), try #require(Int(numbers[1])))
            var film = try folder.read("film.mp4")
            for index in place + size / 2..<place + size - 4 { film[index] = film[index] &* 7 &+ 13 }
            try folder.write("film.mp4", film)
            #expect(try await warnings(["video:", "- {src: film.mp4, out: 76f}"]) == [])
            // Several threads decode the film, and end in any order.
            for _ in 0..<6 {
                let found = try await warnings(["video:", "- {src: film.mp4, out: 77f}"])
                #expect(found.count == 1 && found[0].contains("parts of its first 2.5"), "\(found)")
            }
        }

        @Test("A truncated soundtrack of a slide show is a warning")
        func slideshow() async throws {
            try await makeFile("sound.wav", [], Self.cut)
            try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "color=red:s=160x90", "-frames:v", "1", folder.path("a.png")])
            let outcome = try await Pagereel.run([
                "images", folder.path("a.png"), "-o", folder.path("out.mp4"), "--json", "--audio",
                folder.path("sound.wav"),
            ])
            let found = try warnings(outcome)
            try #require(found.count == 1, "\(found)")
            #expect(found[0].contains(/only 2\.[0-9]+ s of the 4 s that it states could be read, and were repeated\./))
        }
    }
}
