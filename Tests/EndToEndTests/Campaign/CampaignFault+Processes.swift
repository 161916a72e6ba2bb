import Glibc
import Subprocess
import TestSupport

// Faults of the processes: the recorder's helpers, and the recorder itself.

extension CampaignFault {
    /// The recorder's helpers, as the kernel names them: fifteen characters.
    private static let helpers = ["Xvfb", "bwrap", "WebKitNetworkPr", "WebKitWebProces"]

    private static let longEnough: [String] = ["--duration", "20s", "--hang-timeout", "3s", "--start-timeout", "10s"]

    /// Does something to every process of a name, once there is one.
    private static func strike(_ name: String, with signal: Int32, in recording: Recording) async throws {
        try await Condition.wait(for: name, limit: .seconds(10)) {
            !recording.isRunning || recording.descendants.contains { $0.name == name }
        }
        for helper in recording.descendants where helper.name == name { kill(helper.processID, signal) }
    }

    static let kills: [CampaignFault] = helpers.flatMap { helper in
        [("KILL", SIGKILL), ("TERM", SIGTERM), ("SEGV", SIGSEGV), ("ABRT", SIGABRT)].flatMap { name, signal in
            [
                CampaignFault(name: "\(helper): \(name) as it starts", group: .kills, options: longEnough) { means in
                    try await strike(helper, with: signal, in: means.recording)
                },
                CampaignFault(name: "\(helper): \(name) at any time", group: .kills, options: longEnough) { means in
                    try await means.wait(upTo: .milliseconds(1500))
                    try await strike(helper, with: signal, in: means.recording)
                },
            ]
        }
    }

    static let stops: [CampaignFault] = helpers.flatMap { helper in
        [
            CampaignFault(name: "\(helper): STOP as it starts", group: .stops, options: longEnough) { means in
                try await strike(helper, with: SIGSTOP, in: means.recording)
            },
            CampaignFault(name: "\(helper): STOP at any time", group: .stops, options: longEnough) { means in
                try await means.wait(upTo: .milliseconds(1500))
                try await strike(helper, with: SIGSTOP, in: means.recording)
            },
            CampaignFault(name: "\(helper): STOP, then Ctrl-C", group: .stops, options: longEnough) { means in
                try await means.wait(upTo: .milliseconds(1500))
                try await strike(helper, with: SIGSTOP, in: means.recording)
                try means.recording.send(.interrupt)
            },
        ]
    }

    static let signals: [CampaignFault] =
        [("HUP", SIGHUP), ("INT", SIGINT), ("TERM", SIGTERM), ("KILL", SIGKILL)].flatMap { name, signal in
            [("in the first moments", Duration.milliseconds(300)), ("at any time", .milliseconds(2000))].map {
                when, longest in
                CampaignFault(
                    name: "\(name) \(when)", group: .signals, options: longEnough, killsRecorder: signal == SIGKILL
                ) { means in
                    try await means.wait(upTo: longest)
                    kill(means.recording.processID, signal)
                }
            }
        } + [
            CampaignFault(name: "INT twice", group: .signals, options: longEnough) { means in
                try await means.wait(upTo: .milliseconds(1500))
                try means.recording.send(.interrupt)
                try means.recording.send(.terminate)
            },
            CampaignFault(name: "INT to the whole group", group: .signals, options: longEnough) { means in
                try await means.wait(upTo: .milliseconds(1500))
                try means.recording.send(.interrupt, toGroup: true)
            },
            CampaignFault(name: "STOP and CONT", group: .signals, options: ["--duration", "1s"]) { means in
                try await means.wait(upTo: .milliseconds(800))
                kill(means.recording.processID, SIGSTOP)
                try await means.wait(upTo: .milliseconds(800))
                kill(means.recording.processID, SIGCONT)
            },
        ]

    private static func shell(_ command: String) -> [String] { ["sh", "-c", "\(command); exec \"$0\" \"$@\""] }

    static let limits: [CampaignFault] = [
        ("memory of 1 GB", "ulimit -v 1000000"), ("memory of 2 GB", "ulimit -v 2000000"),
        ("memory of 4 GB", "ulimit -v 4000000"), ("data of 100 MB", "ulimit -d 100000"),
        ("data of 500 MB", "ulimit -d 500000"), ("16 files", "ulimit -n 16"), ("32 files", "ulimit -n 32"),
        ("48 files", "ulimit -n 48"), ("64 files", "ulimit -n 64"), ("128 files", "ulimit -n 128"),
        ("files of 0 bytes", "ulimit -f 0"), ("files of 4 kB", "ulimit -f 8"), ("files of 64 kB", "ulimit -f 128"),
        ("a stack of 256 kB", "ulimit -s 256"), ("no core files", "ulimit -c 0"),
        ("no locked memory", "ulimit -l 0"),
    ].map { name, command in
        CampaignFault(name: name, group: .limits, options: ["--duration", "2s"], wrapper: shell(command))
    }

    static let surroundings: [CampaignFault] = [
        ("SIGCHLD ignored", "trap '' CHLD"), ("SIGPIPE ignored", "trap '' PIPE"),
        ("SIGINT and SIGHUP ignored", "trap '' INT HUP"), ("standard input closed", "exec <&-"),
        ("standard output closed", "exec >&-"), ("standard output full", "exec >/dev/full"),
        ("standard error closed", "exec 2>&-"), ("standard error full", "exec 2>/dev/full"),
        ("the lowest priority", "renice -n 19 $$ >/dev/null"),
        ("variables of GLib's debugger", "export G_DEBUG=fatal-warnings G_SLICE=debug-blocks"),
        ("variables of GTK", "export GTK_MODULES=nowhere GDK_BACKEND=wayland GTK_THEME=nowhere"),
        ("no time zone", "export TZ=Nowhere/Nothing"), ("no language", "export LC_ALL=xx_YY.UTF-8"),
    ].map { name, command in
        CampaignFault(
            name: name, group: .surroundings, options: ["--duration", "1s"], wrapper: shell(command),
            isMute: command.contains("exec 2>"))
    }
}
