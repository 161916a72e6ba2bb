import Recorder

/// Makes the photos that a command was asked for besides its video.
@MainActor
struct VideoPhotos {
    /// What came of it.
    struct Outcome {
        /// The photos that were made.
        var photos: [PhotoSummary] = []
        /// Why one was not; those after it were not tried.
        var failure: (any Error)?
    }

    private let plans: [PhotoPlan]
    private let maker: PhotoMaker

    /// Prepares for the end of a video.
    init(_ plans: [PhotoPlan], signals: StopSignals, quiet: Bool) {
        self.plans = plans
        maker = PhotoMaker(signals: signals, quiet: quiet)
    }

    /// Makes them of the finished video, which stays whatever comes of it.
    ///
    /// A signal ends it, the second one the process.
    func make(of video: String) async -> Outcome {
        var outcome = Outcome()
        for var plan in plans {
            plan.movie = video
            do {
                outcome.photos.append(try await maker.make(plan))
            } catch {
                outcome.failure = error
                break
            }
        }
        return outcome
    }
}
