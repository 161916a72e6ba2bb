import TestSupport
import Testing

extension CommandTests {
    /// Muted videos that a page draws on a canvas without showing them.
    ///
    /// Each is red for a second, then blue.
    @Suite("Muted videos that cannot be seen")
    struct UnseenVideos {
        private let folder: TemporaryFolder

        init() async throws {
            folder = try TemporaryFolder()
            _ = try await Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "color=red:s=160x90:r=30:d=1,format=yuv420p", "-f", "lavfi",
                    "-i", "color=blue:s=160x90:r=30:d=1,format=yuv420p", "-filter_complex", "concat", "-c:v", "libx264",
                    "-g", "30", folder.path("colors.mp4"),
                ])
        }

        /// Records a page with a video and a canvas on which a script can draw it with `draw()`.
        private func record(_ script: String, rendering: String = "auto") async throws -> Summary {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    body: "<canvas width=160 height=90></canvas>",
                    script: """
                        const canvas = document.querySelector('canvas');
                        const context = canvas.getContext('2d');
                        const draw = () => {
                            context.clearRect(0, 0, 160, 90);
                            context.drawImage(video, 0, 0);
                            const [red, green, blue] = context.getImageData(80, 45, 1, 1).data;
                            return red > 200 ? 'red' : blue > 200 ? 'blue' : 'none';
                        };
                        const happens = name => new Promise(resolve => video.addEventListener(name, resolve, {once: true}));
                        const video = document.createElement('video');
                        video.muted = true;
                        video.preload = 'auto';
                        const seen = [];
                        const drawTwice = () => {
                            for (const delay of [500, 1500]) {
                                setTimeout(() => {
                                    seen.push(draw());
                                    document.title = seen.join();
                                }, delay);
                            }
                        };
                        \(script)
                        """))
            return try await VirtualRecording.record(
                page, to: folder.path("out.mp4"),
                TestPage.small + ["--start-on", "load", "--duration", "2500ms", "--rendering", rendering])
        }

        @Test(
            "One that plays can be drawn", .full,
            arguments: [
                "", "display: none", "visibility: hidden", "position: absolute; top: 3000px",
                "position: fixed; left: -160px",
            ])
        func plays(style: String) async throws {
            let summary = try await record(
                """
                video.src = 'colors.mp4';
                if ('\(style)') document.body.append(video);
                video.style.cssText = '\(style)';
                happens('canplaythrough').then(() => video.play()).then(drawTwice);
                """)
            #expect(summary.title == "red,blue")
        }

        @Test("One that leaves the view while it plays can be drawn")
        func leaves() async throws {
            let summary = try await record(
                """
                video.src = 'colors.mp4';
                document.body.append(video);
                happens('canplaythrough').then(() => video.play()).then(() => {
                    setTimeout(() => { video.style.cssText = 'position: absolute; top: 3000px'; }, 200);
                    drawTwice();
                });
                """)
            #expect(summary.title == "red,blue")
        }

        @Test(
            "One outside the document that never plays can be drawn after each seek", .full,
            arguments: ["painted", "composited"])
        func seeks(rendering: String) async throws {
            let summary = try await record(
                """
                video.src = 'colors.mp4';
                happens('canplaythrough').then(async () => {
                    for (const time of [1.5, 0.5, 1.2, 0.3, 1.6, 0.1]) {
                        video.currentTime = time;
                        await happens('seeked');
                        seen.push(draw());
                    }
                    document.title = seen.join();
                });
                """, rendering: rendering)
            #expect(summary.title == "blue,red,blue,red,blue,red")
        }

        @Test(
            "A seek during another one ends with the later one's frame", .full,
            arguments: ["painted", "composited"])
        func seeksAgain(rendering: String) async throws {
            let summary = try await record(
                """
                video.src = 'colors.mp4';
                happens('canplaythrough').then(async () => {
                    for (const pause of [() => {}, () => new Promise(resolve => setTimeout(resolve, 0))]) {
                        for (const [before, time] of [[0.5, 1.5], [1.6, 0.5], [0.3, 1.2], [1.9, 0.4]]) {
                            video.currentTime = before;
                            await pause();
                            video.currentTime = time;
                            await happens('seeked');
                            seen.push(draw() + video.currentTime);
                        }
                    }
                    document.title = seen.join();
                });
                """, rendering: rendering)
            let expected = "blue1.5,red0.5,blue1.2,red0.4"
            #expect(summary.title == "\(expected),\(expected)")
        }

        @Test(
            "The size is known with the metadata, and the first frame with its data", .full,
            arguments: ["painted", "composited"])
        func size(rendering: String) async throws {
            let summary = try await record(
                """
                const note = () => seen.push(video.videoWidth + 'x' + video.videoHeight);
                video.addEventListener('loadedmetadata', note);
                video.addEventListener('loadeddata', () => {
                    note();
                    seen.push(draw());
                    document.title = seen.join();
                });
                video.src = 'colors.mp4';
                """, rendering: rendering)
            #expect(summary.title == "160x90,160x90,red")
        }
    }
}
