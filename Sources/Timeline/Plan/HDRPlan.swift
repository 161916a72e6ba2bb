import Composition
import Decoder
import Encoder
package import Files
import Frames
import LibAV

/// The films of an output that keeps HDR, and how its pictures are stored.
package struct HDRPlan: Sendable, Equatable {
    /// The films, cut after cut.
    let films: FilmCuts
    /// The size of the video.
    let size: PixelSize
    /// How the pictures are stored: as those of the first film.
    let format: HDRFormat
    /// What the output does not keep, for the user, as sentences.
    let warnings: [String]

    /// The format's name: `HDR10`, `PQ` or `HLG`.
    package var name: String { format.name }

    /// Examines the films.
    ///
    /// - Parameters:
    ///   - plan: The timeline.
    ///   - output: The output.
    /// - Throws: `FileError/Code/invalidSettings` if anything but plain cuts of such films is to be shown.
    package init(of plan: TimelinePlan, for output: PlannedOutput) throws(FileError) {
        do throws(FilmCuts.Obstacle) {
            films = try FilmCuts(of: plan, frames: output.frames)
        } catch {
            throw Self.refusal(error.reason)
        }
        size = (output.size ?? plan.size).roundedUpToEven
        var first: (name: String, format: HDRFormat)?
        var (known, warnings): (Set<String>, [String]) = ([], [])
        for cut in films.cuts where known.insert("\(cut.path) \(cut.clip.layout.fit)").inserted {
            let name = cut.clip.name
            guard let film = try HDRFilm(path: cut.path) else { throw Self.refusal("\(name) is not HDR") }
            if let reason = Self.obstacle(to: film.size, cut.clip, plan, size) { throw Self.refusal(reason) }
            if let first {
                if let reason = Self.difference(of: film.format, name, from: first.format, first.name) {
                    throw Self.refusal(reason)
                }
                if film.format.display != first.format.display || film.format.light != first.format.light {
                    warnings.append(
                        "\(name) states another mastering display or another content light than \(first.name), whose "
                            + "values the HDR output '\(output.path)' has.")
                }
            } else {
                first = (name, film.format)
            }
            warnings += Self.warnings(about: film.dynamicMetadata, of: name, film.format)
        }
        guard let first else { throw Self.refusal("it has no frames") }
        format = first.format
        self.warnings = warnings
    }

    /// Warnings about the metadata of single scenes, which is left out.
    static func warnings(about kinds: Set<DynamicHDR>, of name: String, _ format: HDRFormat) -> [String] {
        DynamicHDR.allCases.filter(kinds.contains).map {
            "The \($0.rawValue) metadata of \(name) is left out: the output has its \(format.name) pictures alone."
        }
    }

    /// The size at which a film is shown, in whole chroma samples.
    static func shownSize(of film: PixelSize, _ fit: Fit, on size: PixelSize) -> PixelSize {
        let whole = FitGeometry(fit, picture: film, frame: PixelRectangle(size)).whole
        func even(_ side: Int, _ most: Int) -> Int { min(most, max(2, (side + 1) / 2 * 2)) }
        return PixelSize(width: even(whole.width, size.width), height: even(whole.height, size.height))
    }

    private static func refusal(_ reason: String) -> FileError {
        FileError(
            .invalidSettings,
            "HDR cannot be kept, because \(reason). With hdr: keep, a timeline consists of plain cuts of HDR films of one "
                + "kind. Leave out hdr: keep, and HDR is converted to BT.709.")
    }

    /// Why a clip cannot be shown, as a clause; `nil` if it can.
    private static func obstacle(
        to film: PixelSize, _ clip: PlannedClip, _ plan: TimelinePlan, _ size: PixelSize
    ) -> String? {
        let fit = clip.layout.fit
        guard shownSize(of: film, fit == .cover ? .contain : fit, on: size) != size else { return nil }
        switch fit {
        case .cover: return "\(clip.name) is cropped (fit: cover)"
        case .blur: return "the margins of \(clip.name) are blurred (fit: blur)"
        case .contain, .stretch:
            return plan.background == .black
                ? nil : "the background \(plan.background.text) is seen beside \(clip.name), and only black is possible"
        }
    }

    /// How a film differs from the first one in what must be equal, as a clause; `nil` if it does not.
    private static func difference(
        of format: HDRFormat, _ name: String, from first: HDRFormat, _ firstName: String
    ) -> String? {
        guard format.transfer == first.transfer else {
            return "\(name) is \(format.transfer.name), but \(firstName) is \(first.transfer.name)"
        }
        let (own, other) = (format.colors, first.colors)
        guard own.primaries == other.primaries, own.matrix == other.matrix else {
            return "\(name) has other color primaries or another matrix than \(firstName)"
        }
        return nil
    }
}
