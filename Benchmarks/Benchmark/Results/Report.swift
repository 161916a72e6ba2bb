import EngineLink
import Foundation
import Frames
import Recorder

/// Formats the measurements as tables.
///
/// Each number is the median of its rounds. Each ratio is also a median, of ratios within single
/// rounds.
struct Report {
    /// All rounds of one page in one format.
    struct Subject {
        let page: BenchmarkPage
        let format: VideoFormat
        let seconds: Int
        var rounds: [Round] = []
    }

    let subjects: [Subject]
    let ways: [Way]
    /// The number of processors of the machine.
    let processors: Int

    /// The whole report.
    var text: String {
        """
        \(conditions)

        **Recordings**

        \(recordings.text)
        **How near to the floor**

        \(floors.text)
        **Milliseconds a frame, stage by stage alone**

        \(stages.text)
        **Milliseconds of the processors a frame, by process**

        \(processes.text)
        """
    }

    private var conditions: String {
        let rounds = subjects.map(\.rounds.count).max() ?? 0
        let shares = subjects.flatMap(\.rounds).flatMap { round in
            round.recordings.values.map(\.measurement.othersShare) + round.painting.values.map(\.othersShare)
        }
        return "\(processors) processors; median of \(rounds) round\(rounds == 1 ? "" : "s"). Other programs used "
            + "\(number(shares.median, 2)) processors meanwhile (worst \(number(shares.max(), 2)))."
    }

    // MARK: Tables

    private var recordings: MarkdownTable {
        var table = MarkdownTable([
            "page", "video", "clock, rendering", "frames a second", "real time for 1 s of video", "CPU", "start-up",
            "memory of all", "of the recorder", "repeated", "time error: mean, worst",
        ])
        for subject in subjects {
            for way in ways {
                func median(_ value: (Round.Recorded) -> Double?) -> Double? {
                    subject.rounds.compactMap { $0.recordings[way].flatMap(value) }.median
                }
                guard let wall = median({ $0.measurement[.frames].wall }), let frames = median({ Double($0.frames) })
                else { continue }
                var error = "-"
                if let mean = median({ $0.timeError?.mean }), let worst = median({ $0.timeError?.worst }) {
                    error = "\(number(mean, 1)) ms, \(number(worst, 1)) ms"
                    let lost = median { $0.timeError.map { Double($0.unreadable) } } ?? 0
                    if lost > 0 { error += ", \(number(lost, 0)) unreadable" }
                }
                table.add([
                    subject.page.rawValue, "\(subject.format)", way.name,
                    number(median { Double($0.frames) / $0.measurement[.frames].wall }, 1),
                    "\(number(wall / frames * subject.format.rate.framesPerSecond, 2)) s",
                    "\(number(median { $0.measurement[.frames].processor }, 1)) s",
                    "\(number(median { $0.measurement[.startup].wall }, 2)) s",
                    "\(number(median { Double($0.measurement.memory.all) / 1e6 }, 0)) MB",
                    "\(number(median { Double($0.measurement.memory.root) / 1e6 }, 0)) MB",
                    number(median { Double($0.repeated) }, 0), error,
                ])
            }
        }
        return table
    }

    private var floors: MarkdownTable {
        var table = MarkdownTable([
            "page", "video", "clock, rendering", "recording", "painting", "encoding", "floor", "ratio",
            "with start-up", "CPU: recording", "floor", "ratio",
        ])
        for subject in subjects {
            for way in ways {
                let pairs = pairs(subject, way)
                guard !pairs.isEmpty else { continue }
                func median(_ value: (Round.Recorded, Floor) -> Double) -> Double? { pairs.map(value).median }
                // The length of a real-time recording is its duration.
                let isFree = way.clock == "virtual"
                table.add([
                    subject.page.rawValue, "\(subject.format)", way.name,
                    "\(number(median { recorded, _ in recorded.measurement[.frames].wall }, 2)) s",
                    "\(number(median { $1.painting.wall }, 2)) s", "\(number(median { $1.encoding.wall }, 2)) s",
                    "\(number(median { $1.wall }, 2)) s",
                    isFree ? number(median { $0.measurement[.frames].wall / $1.wall }, 2) : "-",
                    isFree ? number(median { $0.measurement.total.wall / $1.wall }, 2) : "-",
                    "\(number(median { recorded, _ in recorded.measurement[.frames].processor }, 2)) s",
                    "\(number(median { $1.processor }, 2)) s",
                    number(median { $0.measurement[.frames].processor / $1.processor }, 2),
                ])
            }
        }
        return table
    }

    private var stages: MarkdownTable {
        var table = MarkdownTable([
            "page", "video", "rendering", "painting: wall", "CPU", "conversion", "encoding, conversion included: wall",
            "CPU",
        ])
        for subject in subjects {
            for rendering in renderings {
                let count = Double(subject.format.rate.frameCount(for: .seconds(subject.seconds)))
                let painting = subject.rounds.compactMap { $0.painting[rendering]?[.frames] }
                let encoding = subject.rounds.compactMap { $0.encoding[rendering] }
                guard !painting.isEmpty, !encoding.isEmpty else { continue }
                func each(_ seconds: [Double]) -> String { number(seconds.median.map { $0 / count * 1000 }, 2) }
                table.add([
                    subject.page.rawValue, "\(subject.format)", rendering.rawValue, each(painting.map(\.wall)),
                    each(painting.map(\.processor)), each(encoding.map(\.conversion.processor)),
                    each(encoding.map(\.encoding.wall)), each(encoding.map(\.encoding.processor)),
                ])
            }
        }
        return table
    }

    private var processes: MarkdownTable {
        var names: [String] = []
        for name in subjects.flatMap(\.rounds).flatMap({ round in
            round.recordings.values.flatMap(\.measurement.processes.keys)
                + round.painting.values.flatMap(\.processes.keys)
        }) where !names.contains(name) { names.append(name) }
        names.sort()
        var table = MarkdownTable(["page", "video", "what"] + names)
        for subject in subjects {
            let frames = subject.format.rate.frameCount(for: .seconds(subject.seconds))
            func add(_ what: String, _ all: [[String: Double]]) {
                // No data for a program that ended before it was measured.
                let runs = all.filter { !$0.isEmpty }
                guard !runs.isEmpty else { return }
                let times = names.map { name in runs.map { ($0[name] ?? 0) / Double(frames) * 1000 }.median }
                table.add([subject.page.rawValue, "\(subject.format)", what] + times.map { number($0, 2) })
            }
            for way in ways { add(way.name, subject.rounds.compactMap { $0.recordings[way]?.measurement.processes }) }
            for rendering in renderings {
                add(
                    "painting alone, \(rendering.rawValue)",
                    subject.rounds.compactMap { $0.painting[rendering]?.processes })
            }
        }
        return table
    }

    // MARK: Parts

    private var renderings: [PageOptions.Rendering] {
        ways.map(\.floorRendering).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The recordings with one clock and rendering, each with the floor of the same round.
    private func pairs(_ subject: Subject, _ way: Way) -> [(Round.Recorded, Floor)] {
        subject.rounds.compactMap { round in
            guard let recorded = round.recordings[way],
                let floor = round.floor(way.floorRendering, processors: processors)
            else { return nil }
            return (recorded, floor)
        }
    }

    private func number(_ value: Double?, _ digits: Int) -> String {
        value.map { String(format: "%.\(digits)f", $0) } ?? "-"
    }
}
