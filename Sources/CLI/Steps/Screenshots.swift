import Encoder
import EngineLink
import Files
import Frames
import PageSampler
import Synchronization

/// Writes the pictures of `screenshot` steps as PNG files, which appear together when the run has ended.
///
/// Any thread may use it.
final class Screenshots: Sendable {
    /// A picture that was written.
    struct Picture {
        /// The index of its step in the report.
        let step: Int
        let path: String
    }

    private let sequence: OutputSequence
    /// The files of all pictures.
    let paths: [String]
    /// The places in ``paths`` for the pictures of a name.
    private let places: [String: [Int]]
    private let state = Mutex(State())

    private struct State {
        var taken: [Picture] = []
        /// How many pictures of a name have been taken.
        var counts: [String: Int] = [:]
        var failure: FileError?
    }

    /// The name of a picture's file without its extension, which a step may give; empty if nothing is left of it.
    static func fileName(_ name: String) -> String {
        let name = name.portableFileName.drop { $0 == "." }
        return String(name.lowercased().hasSuffix(".png") ? name.dropLast(4) : name)
    }

    /// The files of all pictures, in the order of their steps, and their names.
    ///
    /// - Parameters:
    ///   - plan: The plan with the steps.
    ///   - folder: The folder of the files.
    ///   - prefix: The beginning of the files' names.
    static func files(of plan: TakePlan, in folder: String, prefix: String) -> [(name: String, path: String)] {
        var names = UniqueNames()
        return PageStep.screenshots(in: plan.steps).map {
            ($0, "\(folder)/\(prefix)\(names.unique(fileName($0))).png")
        }
    }

    /// Reserves the files of all pictures; `nil` if the plan has no `screenshot` step.
    ///
    /// - Parameters:
    ///   - plan: The plan with the steps.
    ///   - folder: The folder of the files, which is created if it is missing.
    ///   - prefix: The beginning of the files' names.
    ///   - overwrite: Whether existing files may be replaced.
    /// - Throws: ``FileError``.
    init?(_ plan: TakePlan, in folder: String, prefix: String, overwrite: Bool) throws(FileError) {
        let files = Self.files(of: plan, in: folder, prefix: prefix)
        guard !files.isEmpty else { return nil }
        let paths = files.map(\.path)
        self.paths = paths
        places = Dictionary(grouping: files.indices) { files[$0].name }
        sequence = try OutputSequence(count: paths.count, overwrite: overwrite, content: .picture, isPartial: true) {
            paths[$0]
        }
    }

    /// Begins again if the page is loaded again.
    func note(_ event: RecordingEvent) {
        guard case .loading = event else { return }
        state.withLock { $0 = State() }
        sequence.clear()
    }

    /// Writes a picture to its hidden place.
    func add(_ still: StepStill) {
        guard case .screenshot(let name) = still.step.purpose else { return }
        let place = state.withLock { state -> Int? in
            defer { state.counts[name, default: 0] += 1 }
            let places = places[name] ?? []
            let count = state.counts[name, default: 0]
            return places.indices.contains(count) ? places[count] : nil
        }
        // The engine is not trusted: a picture that no step asks for is left out.
        guard let place else { return }
        do throws(FileError) {
            try sequence.write(StillWriter.encoded(still.step.area.map(still.pixels.part) ?? still.pixels), at: place)
            state.withLock { $0.taken.append(Picture(step: still.step.index, path: paths[place])) }
        } catch {
            state.withLock { $0.failure = $0.failure ?? error }
        }
    }

    /// Moves the pictures to their final paths.
    ///
    /// - Returns: The pictures, in the order of their steps.
    /// - Throws: ``FileError`` if a picture could not be written; all of them are removed then.
    func commit() throws(FileError) -> [Picture] {
        let (taken, failure) = state.withLock { ($0.taken, $0.failure) }
        do throws(FileError) {
            if let failure { throw failure }
            try sequence.place()
            sequence.settle()
            if taken.isEmpty { discard() }
            return taken
        } catch {
            discard()
            throw error
        }
    }

    /// Moves the pictures to their final paths if the video was written too; removes them otherwise.
    ///
    /// - Parameter output: The video; `nil` if nothing was written.
    func place(with output: String?) throws(FileError) -> [Picture] {
        if output != nil { return try commit() }
        discard()
        return []
    }

    /// Removes what has been written.
    func discard() { sequence.discard() }
}

extension [Screenshots.Picture] {
    /// Names the pictures in the report of their steps.
    func mark(in steps: inout [StepJSON]) {
        for picture in self where steps.indices.contains(picture.step) { steps[picture.step].picture = picture.path }
    }
}

extension PageStep {
    /// The names of all screenshots, in the order of their steps.
    fileprivate static func screenshots(in steps: [PageStep]) -> [String] {
        inOrder(steps).flatMap { step -> [String] in
            switch step.action {
            case .screenshot(let name, _): [name]
            case .branch(_, let steps): screenshots(in: steps)
            default: []
            }
        }
    }
}
