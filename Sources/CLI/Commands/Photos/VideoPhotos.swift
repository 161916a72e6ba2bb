import Photos

/// Makes the photos that were requested along with a video.
@MainActor
struct VideoPhotos {
    /// The outcome.
    struct Outcome {
        /// The photos made.
        var photos: [PhotoSummary] = []
        /// Why a photo was not made; later ones were not tried.
        var failure: (any Error)?
    }

    private let plans: [PhotoPlan]
    private let maker: PhotoMaker

    /// Prepares the photos' plans.
    init(_ plans: [PhotoPlan], signals: StopSignals, quiet: Bool) {
        self.plans = plans
        maker = PhotoMaker(signals: signals, quiet: quiet)
    }

    /// Makes the photos of the finished video, which is kept in any case.
    ///
    /// A signal stops the work, a second one ends the process.
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
