import TestSupport

/// One kind of mishap that a recording has to survive.
struct CampaignFault: Sendable {
    /// What the kinds of one table row have in common.
    enum Group: String, CaseIterable, Sendable {
        case kills = "a helper is killed"
        case stops = "a helper is stopped for good"
        case signals = "a signal to the recorder"
        case limits = "limits of the process"
        case surroundings = "what is inherited"
        case disks = "disks and folders"
        case servers = "servers"
        case pages = "hostile pages"
    }

    /// What one run of a fault may use.
    struct Means: Sendable {
        /// The recorder.
        let recording: Recording
        /// Where its output is to be.
        let output: String
        /// From 0 to below 1, another one in each run.
        let chance: Double

        /// The recorder's helpers, in the order in which they start, as the kernel names them: fifteen characters.
        static let helpers = ["Xvfb", "pagereel-engine", "bwrap", "WebKitNetworkPr", "WebKitWebProces"]
        /// How often the page has counted at the latest moment.
        private static let mostTicks = 30

        /// Waits until a helper has started.
        func await(_ helper: String) async throws {
            try await Condition.wait(for: helper, limit: .seconds(10)) {
                !recording.isRunning || recording.descendants.contains { $0.name == helper }
            }
        }

        /// Waits for a moment of the start: at once, or when one of the helpers has started.
        func awaitStart() async throws {
            let moment = Int(chance * Double(Self.helpers.count + 1))
            if moment > 0 { try await self.await(Self.helpers[moment - 1]) }
        }

        /// Waits for a moment of the start or of the recording, by what the page counts.
        func awaitMoment() async throws {
            let moment = Int(chance * Double(Self.helpers.count + Self.mostTicks))
            guard moment >= Self.helpers.count else { return try await self.await(Self.helpers[moment]) }
            do {
                try await recording.wait(for: "tick \(moment - Self.helpers.count + 1).")
            } catch is Console.Ended {
                // The recorder has ended by itself.
            }
        }
    }

    let name: String
    let group: Group
    /// The page's text, which is served or a file.
    var page = TestPage.endless
    /// What answers in place of a file; its address is the page's.
    var server: FaultyServer.Behavior?
    /// The options after those that every run has.
    var options: [String] = []
    /// A command that becomes the recorder.
    var wrapper: [String] = []
    /// The size of the disk that the output is on, if it is one by itself.
    var diskSize: Int?
    /// Whether the recorder itself is killed, and the next one has to clean up.
    var killsRecorder = false
    /// Whether it may come before the program is loaded, so that nobody can say anything.
    var mayPrecedeProgram = false
    /// Whether nobody can read what the recorder says.
    var isMute = false
    /// Whether somebody else removes the output or its folder.
    var takesOutput = false
    /// What is done while the recorder runs.
    var action: @Sendable (Means) async throws -> Void = { _ in }
}

extension CampaignFault {
    /// All kinds.
    static let all =
        kills + stops + signals + limits + surroundings + disks + servers + pages
}
