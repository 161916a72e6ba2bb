private import BarCode
internal import EngineLink
internal import Frames

/// The self-test's page: it displays its own clocks as bar codes.
///
/// Codes are read by `TimeCode` and have cells of 8x8 CSS pixels. Scripts display milliseconds
/// since the start. Timers display the time of their last call in the lower twelve bits, and the
/// number of calls above. From the tenth call, WebKitGTK 2.52 aligns nested timers to multiples of
/// 4 ms; the displayed time follows. The boxes move right by half a pixel per millisecond.
enum BarCodePage {
    /// The size of the viewport in CSS pixels, at which WebKit delivers pictures as it does for a video.
    static let size = PixelSize(width: 400, height: 200)
    /// The side of a cell, and the left edge of every row and box, in CSS pixels.
    static let cell = 8
    /// The side of a box, in CSS pixels.
    static let box = 16
    /// The speed of a box, in CSS pixels per millisecond.
    static let speed = 0.5
    /// The value of the static mark.
    static let mark = 0x5a3c96
    /// The page's timer interval in milliseconds: as requested, and at most as the engine runs it.
    static let timerInterval = 10...12
    /// The worker's timer interval in milliseconds.
    ///
    /// It differs from the page's, because virtual time stops at the end of either.
    static let workerInterval = 7...8

    /// The HTML of the page.
    static func html(isTransparent: Bool) -> String {
        func row(_ source: ClockSource) -> String { "row(\(source.top))" }
        return """
            <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Self-test</title><style>
            html { overflow: hidden; \(isTransparent ? "" : "background: #404040") }
            b, div { position: absolute; left: \(cell)px; width: \(cell)px; height: \(cell)px }
            div { width: \(box)px; height: \(box)px; background: #fff }
            .transform { animation: transform 1s linear forwards }
            .left { animation: left 1s linear forwards }
            @keyframes transform { to { transform: translateX(\(1000 * speed)px) } }
            @keyframes left { to { left: \(Double(cell) + 1000 * speed)px } }
            </style></head><body>
            <div id="transform" style="top: \(ClockSource.transform.top)px"></div>
            <div id="left" style="top: \(ClockSource.left.top)px"></div>
            <script>
            'use strict';
            const row = top => {
                const cells = Array.from({length: 32}, (_, index) => {
                    const cell = document.createElement('b');
                    cell.style.left = `${\(cell) * (index + 1)}px`;
                    cell.style.top = `${top}px`;
                    document.body.append(cell);
                    return cell;
                });
                const show = value => {
                    const number = Math.round(value) & 0xffffff;
                    let check = 0b1010;
                    for (let shift = 0; shift < 24; shift += 4) check ^= number >> shift & 0xf;
                    const bits = [1, 0];
                    for (let bit = 23; bit >= 0; bit--) bits.push(number >> bit & 1);
                    for (let bit = 3; bit >= 0; bit--) bits.push(check >> bit & 1);
                    bits.push(0, 1);
                    bits.forEach((bit, index) => { cells[index].style.background = bit ? '#fff' : '#000'; });
                };
                show(0);
                return show;
            };
            const [script, date, frame] = [\(row(.script)), \(row(.date)), \(row(.frame))];
            const [timers, worker] = [\(row(.timers)), \(row(.worker))];
            \(row(.mark))(\(mark));
            const calls = (count, time) => Math.min(count, 4095) << 12 | Math.min(Math.max(time, 0), 4095);
            let [inTimer, inWorker] = [0, 0];
            const thread = new Worker(URL.createObjectURL(new Blob([`
                let origin, count = 0;
                const tick = () => {
                    postMessage([++count, performance.now() - origin]);
                    setTimeout(tick, \(workerInterval.lowerBound));
                };
                onmessage = () => {
                    origin = performance.now();
                    setTimeout(tick, \(workerInterval.lowerBound));
                };
                postMessage([0, 0]);
            `])));
            const isReady = new Promise(resolve => {
                thread.onmessage = ({data}) => {
                    inWorker = calls(...data);
                    resolve();
                };
                // Do not wait longer for a worker that never replies; its code then stays 0.
                setTimeout(resolve, 1000);
            });
            const isLoaded = new Promise(resolve => addEventListener('load', resolve));
            const begin = stamp => {
                thread.postMessage('begin');
                const [origin, firstDate] = [performance.now(), Date.now()];
                let count = 0;
                setTimeout(function tick() {
                    inTimer = calls(++count, performance.now() - origin);
                    setTimeout(tick, \(timerInterval.lowerBound));
                }, \(timerInterval.lowerBound));
                for (const box of document.querySelectorAll('div')) box.className = box.id;
                for (const animation of document.getAnimations()) {
                    animation.startTime = document.timeline.currentTime;
                }
                requestAnimationFrame(function draw(now) {
                    script(performance.now() - origin);
                    date(Date.now() - firstDate);
                    frame(now - stamp);
                    timers(inTimer);
                    worker(inWorker);
                    requestAnimationFrame(draw);
                });
                window.webkit.messageHandlers.pagereel.postMessage('start');
            };
            const warmUp = frames => requestAnimationFrame(
                stamp => { if (frames > 0) warmUp(frames - 1); else begin(stamp); });
            Promise.all([isReady, isLoaded]).then(() => warmUp(3));
            </script></body></html>
            """
    }
}

extension ClockSource {
    /// Whether the source is displayed as a code; otherwise it is the position of a box.
    var isCode: Bool { self != .transform && self != .left }

    /// The upper edge of the source's row or box, in CSS pixels from the top of the page.
    ///
    /// The mark is far below everything that changes, so that repainting does not touch it.
    var top: Int {
        switch self {
        case .script: 8
        case .date: 20
        case .frame: 32
        case .timers: 44
        case .worker: 56
        case .transform: 72
        case .left: 96
        case .mark: 180
        }
    }
}

/// The values that one picture of the self-test's page shows.
struct BarCodeReading {
    /// The number of each code, and the distance of each box in CSS pixels; no entry for unreadable ones.
    private(set) var values: [ClockSource: Double] = [:]

    /// Creates a reading from known values.
    init(_ values: [ClockSource: Double]) { self.values = values }

    /// Reads a picture.
    ///
    /// - Parameter scale: The device pixel ratio.
    init(_ picture: PixelBuffer, scale: Int) {
        unsafe picture.withBytes { bytes in
            /// The green channel of a pixel; transparent pixels count as black.
            func level(_ column: Int, _ row: Int) -> Double {
                unsafe Double(bytes[row * picture.stride + column * 4 + 1])
            }
            for source in ClockSource.allCases {
                let middle = source.top + (source.isCode ? BarCodePage.cell : BarCodePage.box) / 2
                values[source] =
                    source.isCode
                    ? Self.number(scale) { level($0, middle * scale) }
                    : Self.distance(scale, picture.size.width) { level($0, middle * scale) }
            }
        }
    }

    /// The number of a code, sampled at the center of each cell.
    private static func number(_ scale: Int, _ level: (Int) -> Double) -> Double? {
        let cells = 1...TimeCode.cells
        return TimeCode.number(in: cells.map { level(($0 * BarCodePage.cell + BarCodePage.cell / 2) * scale) })
            .map(Double.init)
    }

    /// The distance that the center of a box has moved; its edges may lie between two pixels.
    private static func distance(_ scale: Int, _ width: Int, _ level: (Int) -> Double) -> Double? {
        let ground = level(0)
        var (weight, moment) = (0.0, 0.0)
        for column in 0..<width {
            let share = (level(column) - ground) / (255 - ground)
            weight += share
            moment += share * (Double(column) + 0.5)
        }
        // The width must match a box.
        let side = Double(BarCodePage.box * scale)
        guard abs(weight - side) < side / 4 else { return nil }
        return moment / weight / Double(scale) - Double(BarCodePage.cell) - Double(BarCodePage.box) / 2
    }
}
