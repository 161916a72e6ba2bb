import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Each frame of an animated picture lasts as long as the file says, from the first one on.
    ///
    /// Pillow makes the pictures, and reads the delays back.
    @Suite("Animated pictures")
    struct AnimatedPictures {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// A picture as Pillow reads it.
        private struct Picture: Decodable {
            let name: String
            /// In milliseconds.
            let delays: [Double]
            /// How often it plays; 0 without end.
            let loops: Int

            /// The number of the frame that is visible after a time in milliseconds.
            func frame(at time: Double) -> Int {
                let length = delays.reduce(0, +)
                guard loops == 0 || time < length * Double(loops) else { return delays.count - 1 }
                var rest = time.truncatingRemainder(dividingBy: length)
                for (index, delay) in delays.enumerated() {
                    if rest < delay { return index }
                    rest -= delay
                }
                return delays.count - 1
            }
        }

        /// The width of a picture's column on the page, in pixels.
        private static let side = 32

        /// Writes each kind of picture, with different delays, and one of 50 frames per second.
        private func makePictures() async throws -> [Picture] {
            let script = """
                import json, sys
                from PIL import Image, features

                def save(name, delays, loops):
                    step = 216 // len(delays)
                    frames = [Image.new('L', (24, 24), 24 + step * k).convert('RGB') for k in range(len(delays))]
                    kind = name.rsplit('.')[-1]
                    more = {'gif': {}, 'png': {}, 'webp': {'lossless': True}, 'avif': {'quality': 100}}[kind]
                    # GIF states how often a picture is repeated, and nothing for one that plays once.
                    if kind != 'gif': more['loop'] = loops
                    elif loops != 1: more['loop'] = max(loops - 1, 0)
                    path = sys.argv[1] + '/' + name
                    frames[0].save(path, save_all=True, append_images=frames[1:], duration=delays, **more)
                    read = []
                    with Image.open(path) as picture:
                        for k in range(picture.n_frames):
                            picture.seek(k)
                            picture.load()
                            read.append(picture.info['duration'])
                    return {'name': name, 'delays': read, 'loops': loops}

                delays = [100, 200, 60, 140, 100, 200, 60, 140]
                made = [save(f'endless.{kind}', delays, 0) for kind in ('gif', 'webp', 'png', 'avif')]
                made += [save(f'once.{kind}', delays, 1) for kind in ('gif', 'webp', 'png')]
                made += [save(f'thrice.{kind}', delays, 3) for kind in ('gif', 'webp', 'png')]
                made += [save(f'quick.{kind}', [20] * 24, 0) for kind in ('gif', 'webp', 'png')]
                for kind in ('png', 'gif', 'webp', 'avif'):
                    Image.new('RGB', (24, 24), (200, 200, 200)).save(f'{sys.argv[1]}/still.{kind}')
                print(json.dumps(made))
                """
            return try JSONDecoder().decode(
                [Picture].self, from: try await PythonPackage.pillow.run(script, [folder.path("")]))
        }

        @Test(
            "Every frame lasts as long as Pillow says", .full,
            arguments: [(30, "painted"), (30, "composited"), (60, "composited")])
        func delays(rate: Int, rendering: String) async throws {
            let pictures = try await makePictures()
            let shown = pictures.enumerated().map { column, picture in
                let place = "position: absolute; top: 0; left: \(column * Self.side)px; width: 24px; height: 24px"
                return "<img src=\(picture.name) style='\(place)'>"
            }.joined()
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        send('start');
                        document.body.style.background = 'black';
                        document.body.innerHTML = `\(shown)`;
                        """))
            let output = folder.path("out.mkv")
            let summary = try await VirtualRecording.record(
                page, to: output,
                [
                    "--size", "\(pictures.count * Self.side)x32", "--fps", "\(rate)", "--rendering", rendering,
                    "--duration", "4s",
                ])
            #expect(summary.warnings == [])
            let images = try await FrameDecoder.frames(of: output, as: .gray)
            #expect(images.count == 4 * rate)
            for (column, picture) in pictures.enumerated() {
                let levels = images.map { $0.mean(x: column * Self.side + 8, y: 8, width: 8, height: 8)[0] }
                let faults = faults(in: levels, of: picture, rate: rate)
                #expect(faults == [], "\(picture.name)")
            }
        }

        @Test("Elements that share a picture show the same, also after one of them is gone")
        func shared() async throws {
            let pictures = try await makePictures().filter { !$0.name.hasPrefix("quick") }
            let names = ["png", "gif", "webp", "avif"].map { "still.\($0)" } + pictures.map(\.name)
            let shown = names.enumerated().flatMap { column, name in
                (0..<3).map { row in
                    let place = "top: \(row * Self.side)px; left: \(column * Self.side)px; width: 24px; height: 24px"
                    return "<img class=row\(row) src=\(name) style='position: absolute; \(place)'>"
                }
            }.joined()
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    head: "<style>body { background: black !important }</style>", body: shown,
                    script: """
                        send('start');
                        after(1000, () => { for (const one of document.querySelectorAll('.row0')) one.remove(); });
                        after(2000, () => send('stop'));
                        """))
            let output = folder.path("out.mkv")
            let summary = try await VirtualRecording.record(
                page, to: output, ["--size", "\(names.count * Self.side)x96"])
            #expect(summary.warnings == [])
            let images = try await FrameDecoder.frames(of: output, as: .gray)
            #expect(images.count == summary.frames)
            for (column, name) in names.enumerated() {
                let levels = (0..<3).map { row in
                    images.map { $0.mean(x: column * Self.side + 8, y: row * Self.side + 8, width: 8, height: 8)[0] }
                }
                #expect(levels[1] == levels[2], "\(name)")
                #expect(Array(levels[0].prefix(25)) == Array(levels[1].prefix(25)), "\(name)")
                #expect(levels[0].suffix(25).allSatisfy { $0 < 16 }, "\(name)")
                let later = Set(levels[1].suffix(25))
                if name.hasPrefix("endless") { #expect(later.count > 2, "\(name)") }
                if name.hasPrefix("still") { #expect(later.count == 1 && later.allSatisfy { $0 > 150 }, "\(name)") }
            }
        }

        @Test(
            "Style sheets' pictures in data: URLs move at their pace", .full, arguments: ["gif", "webp", "png", "avif"])
        func data(kind: String) async throws {
            let picture = try #require(try await makePictures().first { $0.name == "endless.\(kind)" })
            let text = try folder.read(picture.name).base64EncodedString()
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    head: """
                        <style>
                        body { margin: 0; background: black !important }
                        div { width: 24px; height: 24px; background: url(data:image/\(kind);base64,\(text)) }
                        </style>
                        """,
                    body: "<div></div>", script: "send('start'); after(3000, () => send('stop'));"))
            let output = folder.path("out.mkv")
            let summary = try await VirtualRecording.record(page, to: output, ["--size", "32x32", "--fps", "50"])
            #expect(summary.warnings == [])
            let levels = try await FrameDecoder.frames(of: output, as: .gray).map {
                $0.mean(x: 8, y: 8, width: 8, height: 8)[0]
            }
            // The first pass may begin late (docs/limits.md).
            let numbers = levels.dropFirst(50).map { (($0 - 24) + 13) / 27 }
            var lengths: [(number: Int, frames: Int)] = []
            for number in numbers {
                if lengths.last?.number == number {
                    lengths[lengths.count - 1].frames += 1
                } else {
                    lengths.append((number, 1))
                }
            }
            let whole = lengths.dropFirst().dropLast()
            #expect(whole.count > 8)
            for (number, frames) in whole {
                #expect(abs(20 * Double(frames) - picture.delays[number]) <= 20, "frame \(number)")
            }
        }

        /// The frames that show another frame of the picture than they should.
        private func faults(in levels: [Int], of picture: Picture, rate: Int) -> [String] {
            guard let first = levels.firstIndex(where: { $0 > 16 }), first <= 3 else { return ["nothing is shown"] }
            let step = 216 / picture.delays.count
            return levels.indices.dropFirst(first).compactMap { index in
                let number = (levels[index] - 24 + step / 2) / step
                // It began in the video frame before.
                let time = 1000 * Double(index - first) / Double(rate)
                let latest = time + 1000 / Double(rate) + 2
                let right = stride(from: max(time - 2, 0), through: latest, by: 1).map(picture.frame)
                return right.contains(number) ? nil : "frame \(index) shows \(number), not \(right[0])"
            }
        }
    }
}
