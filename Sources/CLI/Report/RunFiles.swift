import EngineLink
import Files
import Foundation
import Frames
import Notation
import Reports

/// What a run writes of itself: its report, the page's requests, and what its time was spent on.
///
/// A run that fails has them, too: they show why. Any thread may use it.
final class RunFiles: Sendable {
    /// What happens in the run.
    let events = RunEvents()
    private let report: OutputBundle?
    private let archive: OutputFile?
    private let traceOutput: OutputFile?
    /// What the run's time is spent on; `nil` if it is not written.
    private let trace: TraceFile?
    /// The file for this run's part of another command's report.
    private let part: String?
    private let began = Date()

    /// When the run began, in ISO 8601 with the machine's offset from UTC.
    var date: String {
        began.formatted(Date.ISO8601FormatStyle(timeZone: .current))
    }

    /// The files that a run has written.
    struct Written {
        /// The report's page.
        fileprivate(set) var report: String?
        /// The file of the requests.
        fileprivate(set) var har: String?
        /// The file of the work.
        fileprivate(set) var trace: String?
        /// What it has.
        fileprivate var traceContent = "trace"

        /// A line for each.
        var lines: [String] {
            [har.map { "\($0): requests" }, trace.map { "\($0): \(traceContent)" }, report.map { "\($0): report" }]
                .compactMap(\.self)
        }
    }

    /// Receives what the run's time is spent on, from any thread; `nil` if it is not written.
    var onWork: (@Sendable ([WorkSpan]) -> Void)? {
        guard let trace else { return nil }
        return { trace.add($0) }
    }

    /// Whether a report is written.
    var hasReport: Bool { report != nil || part != nil }

    /// The names of a report's files; the video's ends in its extension.
    private static let pageName = "index.html"
    private static let mediaName = "recording"

    /// Reserves the files.
    ///
    /// - Parameters:
    ///   - report: The folder of the report; `nil` for none.
    ///   - har: The file of the requests; `nil` for none.
    ///   - trace: The file of the work; `nil` for none. It may replace an older one if the file of requests may.
    ///   - overwrites: Whether an older report and an older file of requests may be replaced.
    ///   - part: A file for this run's part of the report that another command writes; `nil` for none.
    /// - Throws: ``FileError`` if one exists and may not be replaced, or cannot be created.
    init(
        report: String?, har: String?, trace: String? = nil, overwrites: (report: Bool, har: Bool),
        part: String? = nil
    ) throws(FileError) {
        self.part = part
        self.report = try report.map { path throws(FileError) in try Self.folder(path, overwrite: overwrites.report) }
        var archive: OutputFile?
        do throws(FileError) {
            archive = try har.map { path throws(FileError) in
                try OutputFile(path: path, overwrite: overwrites.har, content: .archive)
            }
            traceOutput = try trace.map { path throws(FileError) in
                try OutputFile(path: path, overwrite: overwrites.har, content: .trace)
            }
        } catch {
            archive?.discard()
            self.report?.discard()
            throw error
        }
        self.archive = archive
        self.trace = trace.map { _ in TraceFile() }
    }

    private static func folder(_ path: String, overwrite: Bool) throws(FileError) -> OutputBundle {
        var folder = path[...]
        while folder.count > 1, folder.utf8.last == UInt8(ascii: "/") { folder.removeLast() }
        return try OutputBundle(path: String(folder), overwrite: overwrite, kind: "a report") { name in
            name == pageName || name.hasPrefix("\(mediaName).")
        }
    }

    /// Sets the options of a page so that its events say what the files need.
    func apply(to options: inout PageOptions) {
        guard hasReport || archive != nil else { return }
        options.reportsActivity = true
        if hasReport {
            options.reportsConsole = true
            options.tracesSignals = true
        }
    }

    /// Writes the files, and moves them to their final paths.
    ///
    /// - Parameters:
    ///   - runs: The runs that the report shows.
    ///   - title: The report's title.
    ///   - media: The video or the sound that was written; the report has a copy of it.
    /// - Returns: What was written.
    /// - Throws: ``FileError``.
    func place(_ runs: [RunReport], title: String, media: String? = nil) throws(FileError) -> Written {
        var written = Written()
        do throws(FileError) {
            if let archive {
                let page = runs.first?.title ?? title
                try archive.write(
                    HARFile(
                        events.requests, title: page, began: Int64(began.timeIntervalSince1970 * 1000),
                        program: ("pagereel", Program.version)
                    ).bytes)
                written.har = try archive.commit()
            }
            if let traceOutput, let trace {
                try traceOutput.write(trace.bytes)
                written.trace = try traceOutput.commit()
                if trace.isCut { written.traceContent = "trace of the first part of the recording" }
            }
            if let part, let run = runs.first { try Self.write(run, toPart: part) }
            if let report {
                if let media { try Self.copy(media, to: report.file(Self.name(of: media))) }
                let place = report.file(Self.pageName)
                let page = try Self.html(of: runs, title: title)
                try OutputFile.write(Array(page.utf8), to: place.path, content: .page, path: place.name)
                try report.place()
                report.settle()
                written.report = "\(report.path)/\(Self.pageName)"
            }
            return written
        } catch {
            discard()
            throw error
        }
    }

    /// Removes what has been written.
    func discard() {
        archive?.discard()
        traceOutput?.discard()
        report?.discard()
    }

    private static func html(of runs: [RunReport], title: String) throws(FileError) -> String {
        do {
            return try ReportPage(of: runs, title: title, software: Program.nameAndVersion).html
        } catch {
            throw FileError(.internalFailure, "The report cannot be encoded: \(error)")
        }
    }

    private static func write(_ run: RunReport, toPart path: String) throws(FileError) {
        do {
            try JSONEncoder().encode(run).write(to: URL(fileURLWithPath: path))
        } catch {
            let reason = SystemError(foundation: error)?.text ?? "\(error)"
            throw FileError(.cannotWriteOutput, "\(path) cannot be written: \(reason).")
        }
    }

    /// Reads the part of a report that another command has written; `nil` if it wrote none.
    static func run(ofPart path: String) -> RunReport? {
        // A check that could not be run has no part.
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
        return try? JSONDecoder().decode(RunReport.self, from: data)
    }

    /// The name of a report's copy of a video or a sound.
    static func name(of media: String) -> String { "\(mediaName).\((media as NSString).pathExtension.lowercased())" }

    /// Gives a file another name, or copies it to another file system.
    ///
    /// The file is never changed in its place, so that both names keep their content.
    private static func copy(_ path: String, to place: OutputPlace) throws(FileError) {
        if unsafe link(path, place.path) == 0 { return }
        do {
            try FileManager.default.copyItem(atPath: path, toPath: place.path)
        } catch {
            let reason = SystemError(foundation: error)?.text ?? "\(error)"
            throw FileError(.cannotWriteOutput, "\(place.name) cannot be written: \(reason).")
        }
    }
}
