import Foundation
import Glibc
import Subprocess
import TestSupport

// Faults of the recorder and its helper processes.

extension CampaignFault {
    private static let longEnough: [String] = [
        "--duration", "20s", "--hang-timeout", "3s", "--start-timeout", "10s", "--verbose",
    ]

    /// Sends a signal to every helper of a name, once one exists.
    private static func strike(_ helper: String, with signal: Int32, _ means: Means) async throws {
        try await means.await(helper)
        for entry in means.recording.descendants where entry.name == helper { kill(entry.processID, signal) }
    }

    /// Waits until the recorder has been stopped, and continues it.
    private static func goOn(_ recording: Recording) async throws {
        try await Condition.wait(for: "the recorder to stop") {
            !recording.isRunning
                || (try? String(contentsOfFile: "/proc/\(recording.processID)/stat", encoding: .utf8))?
                    .contains(") T ") == true
        }
        kill(recording.processID, SIGCONT)
    }

    static let kills: [CampaignFault] = Means.helpers.flatMap { helper in
        [("KILL", SIGKILL), ("TERM", SIGTERM), ("SEGV", SIGSEGV), ("ABRT", SIGABRT)].flatMap { name, signal in
            [
                CampaignFault(name: "\(helper): \(name) as it starts", group: .kills, options: longEnough) { means in
                    try await strike(helper, with: signal, means)
                },
                CampaignFault(name: "\(helper): \(name) at any time", group: .kills, options: longEnough) { means in
                    try await means.awaitMoment()
                    try await strike(helper, with: signal, means)
                },
            ]
        }
    }

    static let stops: [CampaignFault] = Means.helpers.flatMap { helper in
        [
            CampaignFault(name: "\(helper): STOP as it starts", group: .stops, options: longEnough) { means in
                try await strike(helper, with: SIGSTOP, means)
            },
            CampaignFault(name: "\(helper): STOP at any time", group: .stops, options: longEnough) { means in
                try await means.awaitMoment()
                try await strike(helper, with: SIGSTOP, means)
            },
            CampaignFault(name: "\(helper): STOP, then Ctrl-C", group: .stops, options: longEnough) { means in
                try await means.awaitMoment()
                try await strike(helper, with: SIGSTOP, means)
                try means.recording.send(.interrupt)
            },
        ]
    }

    static let signals: [CampaignFault] =
        [("HUP", SIGHUP), ("INT", SIGINT), ("TERM", SIGTERM), ("KILL", SIGKILL)].flatMap { name, signal in
            [
                CampaignFault(
                    name: "\(name) in the first moments", group: .signals, options: longEnough,
                    killsRecorder: signal == SIGKILL, mayPrecedeProgram: true
                ) { means in
                    try await means.awaitStart()
                    kill(means.recording.processID, signal)
                },
                CampaignFault(
                    name: "\(name) at any time", group: .signals, options: longEnough,
                    killsRecorder: signal == SIGKILL
                ) { means in
                    try await means.awaitMoment()
                    kill(means.recording.processID, signal)
                },
            ]
        } + [
            CampaignFault(name: "INT twice", group: .signals, options: longEnough) { means in
                try await means.awaitMoment()
                try means.recording.send(.interrupt)
                try means.recording.send(.terminate)
            },
            CampaignFault(name: "INT to the whole group", group: .signals, options: longEnough) { means in
                try await means.awaitMoment()
                try means.recording.send(.interrupt, toGroup: true)
            },
            CampaignFault(name: "STOP and CONT", group: .signals, options: ["--duration", "2s", "--verbose"]) { means in
                try await means.awaitMoment()
                kill(means.recording.processID, SIGSTOP)
                try await goOn(means.recording)
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
