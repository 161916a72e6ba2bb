import Composition
import Encoder
import Glibc
import LibAV
import Movies
import Recorder
import Timeline

extension ImagesCommand {
    /// Converts the arguments to a slide show.
    ///
    /// - Throws: ``FileError`` and ``YAMLError`` for a list that cannot be
    ///   read.
    func slideshow() throws -> SlideshowPlan {
        var plan = SlideshowPlan(try list.map { try SlideList.read($0) } ?? pictures.map { Slide($0) })
        if let fps = video.fps { plan.frameRate = fps }
        if let each = slides.each { plan.slideDuration = each }
        plan.keepsAnimationTimes = slides.each == nil
        plan.size = slides.size
        plan.fit = slides.fit
        plan.isTransparent = video.transparent
        plan.background =
            slides.background ?? (video.transparent ? Color(red: 0, green: 0, blue: 0, alpha: 0) : .black)
        if let transition = slides.transition {
            plan.transition = transition.kind
            plan.direction = transition.direction
            plan.overlap = transition.time
        }
        return plan
    }

    /// The output's path, named after the current time.
    ///
    /// - Throws: `ValidationError` if the name cannot be a video's.
    func outputPath() throws -> String { try output.path(at: time(nil)) }

    /// Converts the arguments to a movie's plan.
    ///
    /// - Parameter output: The output's path.
    func movie(_ output: String) -> MoviePlan {
        var plan = MoviePlan(output: output)
        plan.overwritesOutput = existing.overwrite
        if let fps = video.fps { plan.frameRate = fps }
        video.apply(to: &plan.movie, stream)
        plan.sound = sound.encoding
        plan.soundtrack = sound.settings
        plan.metadata = MovieMetadata(pageAddress: "", software: Program.nameAndVersion)
        return plan
    }
}
