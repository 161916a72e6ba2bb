import TestSupport
import Testing

/// A page of fixtures/html/clock, and the check that frame n shows the page n / fps seconds after
/// its start.
///
/// Each page has one source of time; its head comment describes what it draws.
struct ClockPage: Sendable {
    /// A recording of the page.
    struct Video: Sendable {
        let path: String
        let rate: Int
    }

    let name: String
    var query = ""
    var size = "640x360"
    /// Checks every frame.
    ///
    /// - Returns: The errors, one sentence per frame.
    let faults: @Sendable (Video) async throws -> [String]

    private init(
        _ name: String, size: String = "640x360", faults: @escaping @Sendable (Video) async throws -> [String]
    ) {
        self.name = name
        self.size = size
        self.faults = faults
    }

    /// The number of whole intervals that have passed, without the rounding errors of thirds of
    /// milliseconds.
    static func count(of length: Double, in time: Double) -> Int { Int((time + 1e-6) / length) }

    /// The frames with a wrong picture, in milliseconds after the start.
    static func faults<Value>(
        in shown: [Value?], rate: Double, where isRight: (_ shown: Value, _ time: Double) -> Bool
    ) -> [String] {
        shown.enumerated().compactMap { index, value in
            let time = Double(index) * 1000 / rate
            guard let value else { return "frame \(index) cannot be read" }
            return isRight(value, time) ? nil : "frame \(index), at \(time) ms, shows \(value)"
        }
    }

    /// The frames that do not show their time.
    ///
    /// The engine rounds its clocks, and the time origin, down to whole milliseconds. So all frames
    /// show their time plus the same fraction of a millisecond, rounded down. At most rates the
    /// fraction is 0 if the start came within five animation frames.
    ///
    /// - Parameter pageTime: The page's time at a time of the video, both in milliseconds after the
    ///   start. They differ after a pause.
    static func faults(
        inTimes shown: [Int?], rate: Double, pageTime: (Double) -> Double = { $0 }
    ) -> [String] {
        let ahead = shown.enumerated().compactMap { index, value in
            value.map { Double($0) - pageTime(Double(index) * 1000 / rate) }
        }
        let cut = min(max(ahead.max() ?? 0, 0), 0.999_999)
        return faults(in: shown, rate: rate) { $0 == count(of: 1, in: pageTime($1) + cut) }
    }

    /// A page whose bar code is the time.
    static func showingTime(_ name: String) -> ClockPage {
        ClockPage(name) { video in
            try await faults(inTimes: BarCode.times(of: video.path), rate: Double(video.rate))
        }
    }

    /// A page with a timer, which shows the time and number of its calls.
    ///
    /// - Parameter isNested: Whether the document's own nested timers make the calls, which
    ///   WebKitGTK 2.52 aligns to a grid from the tenth call on (DOMTimer.cpp, alignedFireTime).
    private static func calledEach(_ length: Double, _ name: String, isNested: Bool = false) -> ClockPage {
        ClockPage(name) { video in
            let rate = Double(video.rate)
            let (times, counts) = try await BarCode.timesAndNumbers(of: video.path)
            if isNested, TimerGrid.isSeen(in: times, counts, length: length) {
                return TimerGrid.faults(in: times, counts, length: length, rate: rate)
            }
            return faults(in: times, rate: rate) { $0 == Int(length) * count(of: length, in: $1) }
                + faults(in: counts, rate: rate) { $0 == count(of: length, in: $1) }
        }
    }

    /// A page that moves a box; the tolerance is in pixels.
    private static func moving(_ name: String, within tolerance: Double = 0.5) -> ClockPage {
        ClockPage(name, size: "1280x180") { video in
            try await faults(in: MovingBox.lefts(of: video.path), rate: Double(video.rate)) {
                abs($0 - (16 + $1 / 10)) <= tolerance
            }
        }
    }

    /// A page that shows an image of 20 fps.
    private static func animated(_ name: String) -> ClockPage {
        ClockPage(name) { video in
            try await faults(in: ImageCode.numbers(of: video.path), rate: Double(video.rate)) {
                $0 == count(of: 50, in: $1)
            }
        }
    }

    static let animationFrame = showingTime("animation-frame")
    static let heavy = showingTime("heavy")
    static let setTimeout = calledEach(10, "set-timeout", isNested: true)
    static let worker = calledEach(10, "worker")
    static let cssTransform = moving("css-transform")
    static let gif = animated("gif")

    /// Timers of 0 ms: after the first ten of a chain the engine delays each by 4 ms.
    static let setTimeoutZero = ClockPage("set-timeout-zero") { video in
        let rate = Double(video.rate)
        let (times, counts) = try await BarCode.timesAndNumbers(of: video.path)
        if TimerGrid.isSeen(in: times, counts, length: 4) {
            return TimerGrid.faults(in: times, counts, length: 4, rate: rate)
        }
        // By the third frame the chain runs at its final rate.
        let leads = zip(times, counts).dropFirst(2).map { time, count in time.flatMap { t in count.map { t - 4 * $0 } }
        }
        let lead = leads.first.flatMap(\.self) ?? 0
        return faults(in: times, rate: rate) { $0 == 4 * count(of: 4, in: $1) }
            + faults(in: leads, rate: rate) { value, _ in value == lead && (-40...(-30)).contains(lead) }
    }

    /// Idle callbacks, made of timers of 1 ms.
    static let idleCallback = ClockPage("idle-callback") { video in
        let rate = Double(video.rate)
        let (times, counts) = try await BarCode.timesAndNumbers(of: video.path)
        if TimerGrid.isSeen(in: times, counts, length: 4) {
            return TimerGrid.faults(in: times, counts, length: 4, rate: rate)
        }
        let ahead = zip(times, counts).dropFirst().map { time, count in time.flatMap { t in count.map { t - 4 * $0 } } }
        return faults(in: times, rate: rate) { Double($0) > $1 - 4 && Double($0) <= $1 + 1e-6 }
            + faults(in: ahead, rate: rate) { value, _ in value == -30 }
    }

    /// An interval whose length the engine rounds up when it adds it to the time.
    ///
    /// The calls stay on the clock, and the time they read grows by about 0.5 µs each time
    /// (Sources/PageProcess/ready_times.c).
    static let roundedInterval = {
        let length = 25.0
        var page = ClockPage("set-interval") { video in
            let rate = Double(video.rate)
            let (times, counts) = try await BarCode.timesAndNumbers(of: video.path)
            if TimerGrid.isSeen(in: times, counts, length: length) {
                return TimerGrid.faults(in: times, counts, length: length, rate: rate)
            }
            let calls = zip(times, counts).map { time, count in time.flatMap { t in count.map { (time: t, count: $0) } }
            }
            return faults(in: calls, rate: rate) { call, time in
                (0...1).contains(call.time - Int(length) * call.count) && call.count == count(of: length, in: time)
            }
        }
        page.query = "?length=25"
        return page
    }()

    /// A frame of another origin, which the engine would slow down on a 60 Hz display.
    static let iframe = ClockPage("iframe") { video in
        try await faults(in: BarCode.times(of: video.path), rate: Double(video.rate)) { $0 == count(of: 1, in: $1) }
    }

    /// A video of 25 fps, except for its startup.
    static let video = ClockPage("video") { video in
        try await faults(
            in: ImageCode.numbers(of: video.path, area: ImageCode.videoArea), rate: Double(video.rate)
        ) { abs($0 - count(of: 40, in: $1)) <= 1 }
    }

    /// Smooth scrolling: the pixels match the script's position, and the distance is large.
    ///
    /// WebKitGTK 2.54 composites layers at fractions of a pixel, but `scrollY` is whole. Half a
    /// pixel from a line, either line may be the nearest.
    static let scroll = ClockPage("scroll", size: "1280x720") { video in
        let codes = try await BarCode.times(of: video.path)
        let offsets = try await ScrollRamp.offsets(of: video.path)
        let pairs = zip(codes, offsets).map { code, offset in code.flatMap { c in offset.map { [c, $0] } } }
        return faults(in: pairs, rate: Double(video.rate)) { pair, _ in abs(pair[0] - pair[1]) <= 1 }
            + ((codes.compactMap(\.self).max() ?? 0) > 1000 ? [] : ["the page was not scrolled: \(codes)"])
    }

    static let smil = moving("smil", within: 0.3)
    private static let setInterval = calledEach(10, "set-interval", isNested: true)
    private static let sharedWorker = calledEach(10, "shared-worker")

    /// Pages with repeating timers, and pages that read the time.
    static let chains = [
        animationFrame, showingTime("performance-now"), setTimeout, setInterval, roundedInterval, setTimeoutZero,
        idleCallback, worker, sharedWorker,
    ]

    static let all = [
        animationFrame, showingTime("performance-now"), showingTime("date"), heavy, iframe, setTimeout,
        setInterval, setTimeoutZero, idleCallback, worker, sharedWorker,
        moving("css-left"), cssTransform, moving("transition-left"), moving("transition-transform"),
        moving("web-animation"), smil, gif, animated("apng"), animated("webp"), video, scroll,
    ]
}

extension ClockPage: CustomTestStringConvertible {
    var testDescription: String { name + query }
}
