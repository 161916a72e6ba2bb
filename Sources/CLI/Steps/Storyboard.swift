import Encoder
import EngineLink
import Files
import Frames
import Notation
import PageSampler
import Recorder
import RecordingLibrary
import Synchronization

/// Writes a picture of each step, and a page that shows them in order, into a folder that appears whole.
///
/// Pictures are written as they come. Any thread may use it.
final class Storyboard: Sendable {
    /// The folder.
    let path: String
    private let bundle: OutputBundle
    private let scale: DeviceScale
    private let state = Mutex(State())

    private struct State {
        var entries: [StoryboardPage.Entry] = []
        /// The last picture, and its number.
        var last: (bytes: [UInt8], number: Int)?
        var failure: FileError?
    }

    private static let pageName = "index.html"
    private static let listName = "storyboard.json"
    private static let pictureName = SequenceName(before: "step-", digits: 4, after: ".png")

    /// Reserves the folder.
    ///
    /// - Parameters:
    ///   - path: The folder, which must not exist unless it may be replaced and has nothing else in it.
    ///   - overwrite: Whether an older storyboard may be replaced.
    ///   - scale: The device pixel ratio of the pictures.
    /// - Throws: ``FileError``.
    init(at path: String, overwrite: Bool, scale: DeviceScale) throws(FileError) {
        var folder = path[...]
        while folder.count > 1, folder.utf8.last == UInt8(ascii: "/") { folder.removeLast() }
        self.path = String(folder)
        self.scale = scale
        bundle = try OutputBundle(path: self.path, overwrite: overwrite, kind: "a storyboard") { name in
            [Self.pageName, Self.listName].contains(name) || Self.pictureName.number(in: name) != nil
        }
    }

    /// Begins again if the page is loaded again.
    func note(_ event: RecordingEvent) {
        guard case .loading = event else { return }
        let count = state.withLock { state in
            defer { state = State() }
            return state.last?.number ?? 0
        }
        for number in 0..<count { bundle.remove(Self.pictureName.path(ofFrame: number + 1)) }
    }

    /// Writes the picture of a step, unless it is equal to the one before.
    func add(_ still: StepStill) {
        guard still.step.purpose == .end else { return }
        state.withLock { state in
            guard state.failure == nil else { return }
            do throws(FileError) {
                let bytes = try StillWriter.encoded(still.pixels)
                if state.last?.bytes != bytes {
                    let number = (state.last?.number ?? 0) + 1
                    try write(bytes, Self.pictureName.path(ofFrame: number), .picture)
                    state.last = (bytes, number)
                }
                let size = still.pixels.size
                state.entries.append(
                    StoryboardPage.Entry(
                        still.step, file: Self.pictureName.path(ofFrame: state.last?.number ?? 1),
                        size: (Double(size.width) / scale.value, Double(size.height) / scale.value)))
            } catch {
                state.failure = error
            }
        }
    }

    private func write(_ bytes: [UInt8], _ name: String, _ content: OutputFile.Content) throws(FileError) {
        let place = bundle.file(name)
        try OutputFile.write(bytes, to: place.path, content: content, path: place.name)
    }

    /// Writes the page, and moves the folder to its final path.
    ///
    /// - Returns: The path of the page; `nil` if no step was performed, so that nothing is written.
    /// - Throws: ``FileError``; the folder does not exist then, or is the old one.
    func commit(title: String, page: String) throws(FileError) -> String? {
        let (entries, failure) = state.withLock { ($0.entries, $0.failure) }
        do throws(FileError) {
            if let failure { throw failure }
            guard !entries.isEmpty else {
                discard()
                return nil
            }
            let document = StoryboardPage(title: title, address: page, entries: entries)
            try write(Array((jsonLine(document) + "\n").utf8), Self.listName, .storyboard)
            try write(Array(document.html.utf8), Self.pageName, .page)
            try bundle.place()
            bundle.settle()
            return "\(self.path)/\(Self.pageName)"
        } catch {
            discard()
            throw error
        }
    }

    /// Removes what has been written.
    func discard() { bundle.discard() }
}
