import Encoder
import EngineLink
import Files
import Frames
import Notation
import PageServer
import Recorder
import Reports

// The report of a recording.

extension RunReport {
    /// Describes a recording that has a result.
    ///
    /// - Parameters:
    ///   - summary: The result.
    ///   - status: The exit status.
    ///   - command: The command that repeats the recording.
    ///   - files: What happened.
    init(_ summary: RecordingSummary, status: ExitStatus, command: String, _ files: RunFiles) {
        self.init(
            .recording, title: summary.title, page: summary.page, date: files.date, isSuccess: status == .success,
            ending: summary.endingSentences(isSuccess: status == .success), end: 0, command: command)
        files.events.fill(&self)
        expectations = summary.verdicts.map(Expected.init)
        facts = [Self.engine(files, summary)] + [Self.time(of: summary), Self.result(of: summary)]
        guard let output = summary.output else { return }
        media = Media(output, summary)
    }

    /// Describes a recording that failed.
    init(_ error: any Error, page: String, command: String, _ files: RunFiles) {
        self.init(
            .recording, title: page, page: page, date: files.date, isSuccess: false,
            ending: ShownAddress.hidingSecrets(in: "\(error)"), end: 0, command: command)
        files.events.fill(&self)
        facts = [Facts(title: "Engine", rows: Self.programs(files))]
    }

    // MARK: Facts

    /// The programs of a run.
    static func programs(_ files: RunFiles) -> [[String]] {
        [["Program", Program.nameAndVersion]] + (files.events.engine.map { [["Engine", $0]] } ?? [])
    }

    private static func engine(_ files: RunFiles, _ summary: RecordingSummary) -> Facts {
        Facts(
            title: "Engine",
            rows: programs(files) + [
                ["Rendering", "\(summary.rendering.rawValue), because \(summary.renderingReason)"]
            ])
    }

    private static func time(of summary: RecordingSummary) -> Facts {
        var rows = [["Clock", (summary.virtualTime == nil ? ClockKind.realtime : .virtual).rawValue]]
        if let time = summary.virtualTime {
            if let date = time.date { rows.append(["Date", wallTimeText(date)]) }
            if let seed = time.seed { rows.append(["Seed", "\(seed)"]) }
            rows.append(["Network", (time.waitsForNetwork ? NetworkTime.hold : .run).rawValue])
        }
        if let zone = summary.timeZone { rows.append(["Time zone", zone]) }
        if let rate = summary.refreshRate { rows.append(["Refresh rate", "\(rate) Hz"]) }
        return Facts(title: "Time", rows: rows)
    }

    private static func result(of summary: RecordingSummary) -> Facts {
        var rows: [[String]] = []
        if let movie = summary.movie {
            rows.append(["Size", "\(movie.size) pixels, \(summary.scale.value.brief) per CSS pixel"])
            rows.append(["Frame rate", "\(summary.frameRate) fps"])
            rows.append(["Frames", "\(movie.frames)\(summary.repeated > 0 ? ", \(summary.repeated) repeated" : "")"])
            rows.append(["Length", movie.duration.exactText])
            rows.append(["Codec", "\(movie.format.codec.title) (\(movie.format.encoder))"])
            rows.append(["Sound", movie.sound.map { "\($0.codec), \($0.sampleRate) Hz" } ?? "none"])
            rows.append(["File", movie.bytes.byteText])
        } else if let file = summary.soundFile {
            rows.append(["Length", file.duration.exactText])
            rows.append(["File", file.bytes.byteText])
        }
        rows.append(["Took", "\(summary.wallTime.inSeconds.text(decimals: 1)) s"])
        return Facts(title: "Result", rows: rows)
    }
}

extension RunReport.Expected {
    /// Describes an expectation and whether it was met.
    init(_ verdict: Verdict) {
        self.init(text: verdict.expectation.text, isMet: verdict.isMet, result: verdict.message)
    }
}

extension RunReport.Media {
    /// Describes the file of a recording; `nil` without one.
    fileprivate init?(_ output: String, _ summary: RecordingSummary) {
        let type = MediaType.text(ofFile: output)
        if let movie = summary.movie {
            self.init(file: RunFiles.name(of: output), type: type, duration: movie.duration.inReportSeconds)
            (width, height, frames) = (movie.size.width, movie.size.height, movie.frames)
            frameRate = [summary.frameRate.numerator, summary.frameRate.denominator]
        } else if let sound = summary.soundFile {
            self.init(file: RunFiles.name(of: output), type: type, duration: sound.duration.inReportSeconds)
        } else {
            return nil
        }
    }
}

extension RecordingSummary {
    /// How the recording ended, and the first reason why it is no success.
    fileprivate func endingSentences(isSuccess: Bool) -> String {
        let faults = isSuccess ? [] : unmetExpectations + missedSteps
        return ([endingSentence] + faults.prefix(1)).joined(separator: " ")
    }

    private var endingSentence: String {
        switch exitReason {
        case .stopped: "The page stopped the recording."
        case .duration: "The planned length was reached."
        case .longestDuration: "The page's stop did not come in time (--max-duration)."
        case .cancelled: "The page canceled the recording; nothing was written."
        case .interrupted: "A signal from outside stopped the recording."
        case .hung: "The page hung."
        case .crashed: "The page crashed."
        }
    }
}
