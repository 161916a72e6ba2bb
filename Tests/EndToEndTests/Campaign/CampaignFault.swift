import TestSupport

/// A fault that a recording must survive.
struct CampaignFault: Sendable {
    /// What all faults of one table row share.
    enum Group: String, CaseIterable, Sendable {
        case kills = "a helper is killed"
        case stops = "a helper is stopped permanently"
        case signals = "a signal to the recorder"
        case limits = "limits of the process"
        case homes = "home folders"
        case engines = "hostile engines"
        case surroundings = "inherited settings"
        case disks = "disks and folders"
        case servers = "servers"
        case pages = "hostile pages"
    }

    /// The environment of one run.
    struct Means: Sendable {
        /// The recorder.
        let recording: Recording
        /// The path of its output.
        let output: String
        /// A fraction from 0 to below 1, different in each run.
        let chance: Double

        /// The recorder's helpers in starting order, by their kernel names of 15 characters.
        static let helpers = ["Xvfb", "pagereel-engine", "bwrap", "WebKitNetworkPr", "WebKitWebProces"]
        /// The page's count at the latest moment.
        private static let mostTicks = 30

        /// Waits until a helper has started.
        func await(_ helper: String) async throws {
            try await Condition.wait(for: helper, limit: .seconds(10)) {
                !recording.isRunning || recording.descendants.contains { $0.name == helper }
            }
        }

        /// Waits for a moment of the start: at once, or once a helper has started.
        func awaitStart() async throws {
            let moment = Int(chance * Double(Self.helpers.count + 1))
            if moment > 0 { try await self.await(Self.helpers[moment - 1]) }
        }

        /// Waits for a moment of the start or of the recording, by the page's count.
        func awaitMoment() async throws {
            let moment = Int(chance * Double(Self.helpers.count + Self.mostTicks))
            guard moment >= Self.helpers.count else { return try await self.await(Self.helpers[moment]) }
            do {
                try await recording.wait(for: "tick \(moment - Self.helpers.count + 1).")
            } catch is Console.Ended {
                // The recorder has ended.
            }
        }
    }

    let name: String
    let group: Group
    /// The page's HTML, which is served or a file.
    var page = TestPage.endless
    /// A server that replaces the file; its address is the page's.
    var server: FaultyServer.Behavior?
    /// Additional options.
    var options: [String] = []
    /// A command that executes the recorder.
    var wrapper: [String] = []
    /// The size of the output's disk, if it has a separate one.
    var diskSize: Int?
    /// Whether the recorder itself is killed, so that the next one must clean up.
    var killsRecorder = false
    /// Whether the fault may come before the program is loaded, so that there is no message.
    var mayPrecedeProgram = false
    /// Whether the recorder's messages cannot be read.
    var isMute = false
    /// Whether another process removes the output or its folder.
    var takesOutput = false
    /// Whether the fault makes files in the home folder.
    var usesHome = false
    /// Whether the video is kept although the run fails, because a report is lost.
    var losesReport = false
    /// Whether it runs as another user, which only root can do.
    var needsRoot = false
    /// What happens while the recorder runs.
    var action: @Sendable (Means) async throws -> Void = { _ in }
}

extension CampaignFault {
    /// All kinds.
    static let all =
        kills + stops + signals + limits + homes + engines + surroundings + disks + servers + pages
}
