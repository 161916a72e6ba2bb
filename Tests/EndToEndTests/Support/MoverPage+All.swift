/// The pages of fixtures/html/movers; docs/clock.md has the same table, with the reasons.
extension MoverPage {
    /// What depends on the order of tasks, threads or processes is recorded twice.
    private static func queued(
        _ name: String, late: Int = 1, only: String? = nil, mayLack: Bool = false
    ) -> MoverPage {
        MoverPage(name, late: late...late, runs: 2, only: only, mayLack: mayLack)
    }

    /// Painted, a WebGL canvas of the document causes a warning; without antialiasing it is late.
    private static func webGL(_ name: String) -> MoverPage {
        let isShown = name.contains("webgl") && !name.contains("in=canvas")
        return MoverPage(name, only: isShown ? "composited" : nil)
    }

    private static let canvases =
        ["animation-frame", "canvas"].map { MoverPage($0) }
        + [
            "", "antialias=false", "alpha=false", "premultipliedAlpha=false", "preserveDrawingBuffer=true",
            "antialias=false&preserveDrawingBuffer=true", "desynchronized=true", "version=2",
            "version=2&antialias=false", "version=2&antialias=false&alpha=false", "antialias=false&in=shadow",
            "in=canvas", "antialias=false&in=canvas", "antialias=false&contexts=4",
        ].map { webGL("webgl?\($0)") }
        + ["in=page", "in=page&draw=webgl", "in=srcdoc&draw=webgl", "in=sandbox", "in=sandbox&draw=webgl"].map {
            webGL("frame?\($0)")
        }

    private static let offscreen =
        ["offscreen", "offscreen-worker"].map { queued($0) }
        + [
            queued("offscreen?draw=webgl&antialias=true", mayLack: true),
            MoverPage("bitmap?from=webgl&antialias=true", mayLack: true), MoverPage("bitmap?from=webgl", mayLack: true),
            // Without antialiasing WebKit shows the picture before the last.
            MoverPage("offscreen?draw=webgl", late: 2...2, runs: 2, mayLack: true, warning: "antialias"),
            MoverPage("offscreen-worker?draw=webgl", late: 2...2, runs: 2, mayLack: true, warning: "antialias"),
            // WebKit gives workers their animation frames by a timer of their own.
            MoverPage("offscreen-worker?by=frames", late: 0...1, appears: 1, within: 2.1, runs: 2, mayLack: true),
            MoverPage("bitmap?from=offscreen"), MoverPage("bitmap?from=offscreen&to=canvas"),
            // Whether the promise is fulfilled in a task of its own is the engine's choice.
            MoverPage("bitmap?from=canvas", late: 0...1, runs: 2), MoverPage("bitmap?from=data", late: 0...1, runs: 2),
            queued("bitmap?from=blob"), queued("bitmap?from=worker"),
        ]

    /// Pages whose tasks spoil what the animation frame has drawn, after its picture.
    ///
    /// They also depend on when the threads that make a composited page's picture read it.
    static let spoiled =
        ["message", "timer", "post", "fetch", "blob"].map { queued("task?by=\($0)", late: 0) }
        + [queued("task?by=timer&on=bitmap", late: 0), queued("task?by=timer&on=webgl", late: 0, only: "composited")]

    private static let tasks =
        [
            "message-channel", "fetch", "message?by=window", "message?by=broadcast", "message?by=worker",
            "message?by=timer",
        ].map { queued($0) }
        + ["resize", "mutation", "promise"].map { queued("observer?kind=\($0)", late: 0) }
        // WebKit calls it in the frame; by its specification, in a task after it.
        + [MoverPage("observer?kind=intersection", late: 0...1, runs: 2)]
        + ["interval", "timeout"].map { MoverPage("timer?kind=\($0)", law: .timers(of: 25)) }

    /// WebKit cuts the time of animations to whole milliseconds: 0.12 px.
    private static let styles =
        [
            "transform", "left", "translate", "will-change", "offset-path", "length", "integer", "gradient",
            "clip-path", "mask", "background", "box-shadow", "blend",
        ].map { MoverPage("css?property=\($0)", within: 0.15) }
        // Up to 2.52, the compositor leaves out a column of pixels between two whole places, so the middle is off.
        + [MoverPage("css?property=filter", within: 0.55)]
        // WebKit's compositor does not blend layers.
        + [MoverPage("css?property=blend-transform", within: 0.15, only: "painted")]
        // It cuts the place of a backdrop filter to whole pixels.
        + ["backdrop-filter", "backdrop-filter-transform"].map {
            MoverPage("css?property=\($0)", within: 1.05, only: "composited")
        }
        + ["transform", "left"].flatMap { property in
            ["transition", "script", "frames"].map {
                MoverPage("css?property=\(property)&by=\($0)", within: 0.15)
            }
        }
        + [
            MoverPage("view-transition", within: 0.15, runs: 2, only: "composited", mayLack: true),
            MoverPage("view-transition?group=still", within: 0.15, runs: 2, only: "composited", mayLack: true),
            MoverPage("scroll-timeline?kind=scroll", late: 1...1, within: 0.15, mayLack: true),
            MoverPage("scroll-timeline?kind=view", late: 1...1, within: 0.15, mayLack: true),
        ]

    private static let scrolling =
        ["window", "element", "snap"].map { MoverPage("scroll?what=\($0)") }
        + [MoverPage("scroll?what=event", late: 1...1), MoverPage("scroll?what=smooth", law: nil, within: 1, runs: 2)]

    private static let pictures =
        ["in=page&by=smil", "in=page&by=css", "in=use&by=smil", "in=object&by=smil", "in=object&by=css"].map {
            MoverPage("svg?\($0)", within: 0.15)
        }
        // They are loaded at the start, which takes a task.
        + ["image", "background"].flatMap { place in
            ["smil", "css"].map { MoverPage("svg?in=\(place)&by=\($0)", late: 0...1, appears: 1, within: 0.3) }
        }
        + ["gif", "png", "webp", "avif"].flatMap { ending in
            [
                MoverPage("image?src=moving-box.\(ending)", law: .steps(of: 50), runs: 2),
                MoverPage("image?src=moving-box-large.\(ending)", law: .steps(of: 50)),
                MoverPage("image?src=moving-box-loop.\(ending)", law: .steps(of: 50, loop: 400), runs: 2),
            ]
        }
        + ["gif", "png", "webp"].map {
            MoverPage("image?src=moving-box-twice.\($0)", law: .steps(of: 50, loop: 400, end: 750))
        }

    /// A video of 60 fps, which may start some milliseconds late, as in browsers.
    ///
    /// WebM has times in whole milliseconds. So a frame may be one of the video late: 2 px. At half
    /// the rate, each of the video's frames is there for two of a recording at 60 fps: 1 px.
    private static func video(
        _ query: String, law: MoverPage.Law = .steady(), only: String? = nil, mayLack: Bool = false
    ) -> MoverPage {
        let tolerance = query.contains("webm") ? 2.1 : query.contains("rate=0.5") ? 1.1 : 0.5
        return MoverPage(
            "video?src=moving-box\(query)", late: 0...2, law: law, appears: 1, within: tolerance,
            only: only, mayLack: mayLack)
    }

    private static let media =
        [".mp4", ".webm", ".mp4&to=canvas"].map { video($0) } + [video(".mp4&to=webgl", only: "composited")]
        + ["-alpha.webm", ".mp4&source=stream", ".webm&source=stream"].map { video($0, mayLack: true) }
        + [".mp4&to=callback", ".webm&to=callback", ".mp4&to=webgl-callback"]
        .map { video($0, only: "composited", mayLack: true) }
        + [
            video(".mp4&rate=0.5", law: .steady(0.5)), video(".mp4&rate=2", law: .steady(2)),
            video(".mp4&source=blob&loop&at=2.3", law: .steady(loop: 2500, from: 2300)),
            // The time of sound has steps, which the page states in its title.
            MoverPage("audio?read=time"), MoverPage("audio?read=samples"),
            MoverPage("webcodecs?by=frame", mayLack: true),
            queued("webcodecs?by=decoder", only: "composited", mayLack: true),
        ]

    static let all = canvases + offscreen + spoiled + tasks + styles + scrolling + pictures + media

    /// What depends on the order of tasks, threads or processes.
    static let racing = all.filter { $0.runs > 1 }
}
