import Composition
import Encoder
import EngineLink
import Files
import Frames
import Glibc
import PageSampler
import PictureComparison
import Recorder
import Synchronization

/// Writes the files of a failed check: a contact sheet of the page when a step failed and around the time of the failure,
/// and the page's console.
@MainActor
struct FailureFiles {
    private let folder: String
    private let name: String
    private let report: CheckReport

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - folder: The output folder, which is created if it is missing.
    ///   - name: The name of the case or the page.
    init(folder: String, name: String, _ report: CheckReport) {
        self.folder = folder
        self.name = Self.fileName(name)
        self.report = report
    }

    /// Writes the files.
    ///
    /// - Parameters:
    ///   - time: The page time of the failure.
    ///   - plan: The plan of the check; the page is loaded once more.
    /// - Returns: The paths.
    /// - Throws: ``FileError`` for a file that cannot be written.
    func write(around time: Duration, _ plan: TakePlan) async throws -> [String] {
        var files: [String] = []
        if !report.console.isEmpty { files.append(try writeConsole()) }
        var stills: [Still] = []
        if case .failed = report.ending {} else { stills = await self.stills(around: time, plan) }
        if !stills.isEmpty || report.failureStill != nil { files.append(try writeSheet(of: stills, around: time)) }
        return files
    }

    // MARK: The console

    private func writeConsole() throws -> String {
        let lines = report.console.map { entry in
            "\(entry.pageTime.preciseText)  \(Message.printable("\(entry.line)"))\n"
        }
        let path = "\(folder)/\(name).console.txt"
        try TextFile.write(lines.joined(), to: path)
        return path
    }

    // MARK: The sheet

    /// Before and after the time of the failure, in milliseconds.
    private static let distances = [-2000, -1000, -500, -200, -100, 0, 100, 200, 500, 1000]

    private func stills(around time: Duration, _ plan: TakePlan) async -> [Still] {
        let moments = Self.distances.map { time + .milliseconds($0) }.filter { $0 >= .zero }
        return await CheckPictures.stills(of: plan, at: moments, date: report.date)
    }

    private func writeSheet(of stills: [Still], around time: Duration) throws -> String {
        let width = Self.cellWidth
        let cells = stills.map { still in
            let text = still.pageTime.preciseText
            let isInQuestion = still.moment == .time(time)
            let caption = Caption.draw(isInQuestion ? "> \(text) <" : text, size: PixelSize(width: width, height: 22))
            return ContactSheet.Cell(picture: still.pixels, caption: caption)
        }
        let sheet = try ContactSheet.compose(
            cells, below: report.failureStill.map(Self.head), columns: Self.columns, cellWidth: width)
        try StillWriter.write(sheet, to: sheetPath, overwrite: true)
        return sheetPath
    }

    /// The path of the contact sheet.
    var sheetPath: String { "\(folder)/\(name).png" }

    private static let cellWidth = 320
    private static let columns = 4
    /// The frame around the picture of a failed step, in pixels.
    private static let frame = 4

    /// The picture of the failed step, in a frame, with the step and the reason.
    private static func head(of still: StepStill) -> ContactSheet.Cell {
        let size = still.pixels.size
        let picture = Canvas(
            PixelBuffer(size: PixelSize(width: size.width + 2 * frame, height: size.height + 2 * frame)))
        picture.fill(Color(red: 0xd0, green: 0x20, blue: 0x20))
        picture.draw(still.pixels, x: frame, y: frame)
        let outcome = still.step.outcome
        let time = (outcome.time ?? still.step.pageTime).preciseText
        let lines = ["FAILED at \(time): \(outcome.step.action.title)", outcome.reason].compactMap(\.self)
        let lineSize = PixelSize(width: cellWidth * columns, height: 26)
        let caption = Canvas(
            PixelBuffer(size: PixelSize(width: lineSize.width, height: lineSize.height * lines.count)))
        for (index, line) in lines.enumerated() {
            caption.draw(Caption.draw(line, size: lineSize), x: 0, y: index * lineSize.height)
        }
        return ContactSheet.Cell(picture: picture.pixels, caption: caption.pixels)
    }

    /// The name of the files of a case or a page, without their extensions.
    nonisolated static func fileName(_ name: String) -> String {
        // The end of an address says more than its beginning.
        let last = name.split(separator: "/").last ?? "page"
        return String(last.suffix(100)).portableFileName
    }
}
