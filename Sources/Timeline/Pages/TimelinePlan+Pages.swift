/// Recordings in place of pages.
extension TimelinePlan {
    /// Returns the plan with a video in place of each page.
    ///
    /// Only its recording shows whether a page sounds, so the pages' sounds are added here, after all others.
    ///
    /// - Parameter recording: Returns the path of a clip's recording, and whether it has sound; `nil` to keep the
    ///   page.
    public func replacingPages(_ recording: (PlannedClip) -> (path: String, hasSound: Bool)?) -> TimelinePlan {
        var plan = self
        func replaced(_ clip: PlannedClip) -> PlannedClip {
            guard case .page = clip.source, let video = recording(clip) else { return clip }
            var clip = clip
            clip.source = .video(path: video.path)
            if !video.hasSound { clip.sound = nil }
            if let sound = clip.videoSound(at: frameRate) { plan.sounds.append(sound) }
            return clip
        }
        plan.clips = clips.map(replaced)
        plan.overlays = overlays.map(replaced)
        return plan
    }
}
