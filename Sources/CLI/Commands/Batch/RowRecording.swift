/// What records the rows of a batch, each in one or more attempts.
protocol RowRecording: Sendable {
    /// Records a row, and uploads its output.
    func record(_ job: RowRecorder.Job) async -> RowRecorder.Outcome

    /// Removes at once what is being written; the process must exit next.
    func abort()

    /// Ends what is kept between rows.
    @MainActor
    func drain() async
}
