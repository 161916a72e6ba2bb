package import PageServer
package import Timeline

/// Plays a timeline in a browser: serves its pictures, its sound and a page that shows them.
package final class TimelinePlayer: Sendable {
    /// The recordings of pages, which exist as long as this object.
    private let recordings: ClipRecordings
    private let server: LoopbackServer

    /// Begins to serve a timeline; pictures and sound are rendered when they are requested.
    ///
    /// - Parameters:
    ///   - recordings: The timeline with its pages recorded.
    ///   - name: The page's title.
    ///   - frames: The frames to play; not empty, within the timeline.
    ///   - server: A server that serves nothing else.
    ///   - onWarning: Called with each warning about a file, once, on any thread.
    package init(
        _ recordings: ClipRecordings, name: String, frames: Range<Int>, on server: LoopbackServer,
        onWarning: @escaping @Sendable (String) -> Void
    ) async {
        self.recordings = recordings
        self.server = server
        let description = PlayedTimeline(recordings.plan, name: name, frames: frames)
        let warnings = PlayerWarnings(onWarning)
        await server.serve(PlayerHandler(recordings, description: description, warnings: warnings))
    }

    /// The address of the page.
    package var address: String { server.address }

    /// Waits until the server ends, which happens only by an error.
    ///
    /// - Throws: The server's error, or `CancellationError` if the task is canceled.
    package func run() async throws { try await server.run() }
}
