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
            CampaignFault(
                name: "QUIT in the first moments", group: .signals, options: longEnough, mayPrecedeProgram: true
            ) { means in
                try await means.awaitStart()
                kill(means.recording.processID, SIGQUIT)
            },
            CampaignFault(name: "QUIT to the whole group", group: .signals, options: longEnough) { means in
                try await means.awaitMoment()
                try means.recording.send(.quit, toGroup: true)
            },
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

    static let limits: [CampaignFault] =
        [
            ("memory of 1 GB", "ulimit -v 1000000"), ("memory of 2 GB", "ulimit -v 2000000"),
            ("memory of 4 GB", "ulimit -v 4000000"), ("data of 100 MB", "ulimit -d 100000"),
            ("data of 500 MB", "ulimit -d 500000"),
            ("files of 0 bytes", "ulimit -f 0"), ("files of 4 kB", "ulimit -f 8"), ("files of 64 kB", "ulimit -f 128"),
            ("a stack of 256 kB", "ulimit -s 256"), ("no core files", "ulimit -c 0"),
            ("no locked memory", "ulimit -l 0"),
        ].map { name, command in
            CampaignFault(name: name, group: .limits, options: ["--duration", "2s"], wrapper: shell(command))
        }
        + [10, 16, 24, 32, 40, 48, 56, 64, 72, 80, 128].map { (count: Int) in
            CampaignFault(
                name: "\(count) files", group: .limits, options: ["--duration", "2s"],
                wrapper: shell("ulimit -n \(count)"))
        }
        + [1, 2, 3, 5, 10, 20, 30, 50, 70, 100].map { (count: Int) in
            CampaignFault(
                name: "\(count) processes", group: .limits, options: ["--duration", "2s"],
                // The limit counts all of the user's, who therefore has no others.
                wrapper: ["prlimit", "--nproc=\(count)"] + user(50_000 + count), needsRoot: true)
        }

    /// A command that executes the recorder as another user.
    private static func user(_ number: Int) -> [String] {
        ["setpriv", "--reuid=\(number)", "--regid=\(number)", "--clear-groups"]
    }

    static let homes: [CampaignFault] =
        [".cache", ".config", ".local", ".local/share"].flatMap { name in
            [
                ("\(name) may not be entered", "mkdir -p \"$HOME/\(name)\" && chmod 0 \"$HOME/\(name)\""),
                ("\(name) is a file", "mkdir -p \"$HOME/\(name)\" && rmdir \"$HOME/\(name)\" && : >\"$HOME/\(name)\""),
            ]
        }.map { name, command in
            CampaignFault(
                name: name, group: .homes, options: ["--duration", "1s"],
                wrapper: ["sh", "-c", "\(command); exec \(user(65_534).joined(separator: " ")) \"$0\" \"$@\""],
                usesHome: true, needsRoot: true)
        } + [
            CampaignFault(
                name: "no home", group: .homes, options: ["--duration", "1s"],
                wrapper: shell("export HOME=/nonexistent")),
            CampaignFault(
                name: "another user's home", group: .homes, options: ["--duration", "1s"],
                wrapper: ["env", "HOME=/root"] + user(65_534), needsRoot: true),
        ]

    static let engines: [CampaignFault] = [
        ("sends only signs of life", "heartbeats()"), ("starts and sends only signs of life", "start()\nheartbeats()"),
        ("sends a frame of next year", "start()\nframe(120 * 86400 * 365 - 2)\nignore()"),
        ("sends more frames than planned", "start()\nfor n in range(1, 10**6):\n    frame(n)"),
        ("reports a false length", "start()\nfinish(10**9)"), ("ends without a frame", "start()\nfinish(0)"),
        ("leaves a daemon", "start()\nsubprocess.run(['setsid', '-f', 'sleep', '600'])"),
        ("sends noise", "start()\nlink.sendall(os.urandom(10**6))\nignore()"),
        ("sends half a message", "start()\nlink.sendall(b'\\xff\\0\\0\\0\\x03{')\nlink.close()"),
    ].map { name, script in
        let command =
            "cat >\"$HOME/engine\" <<'END'\n\(HostileEngineScript.text(script))END\n"
            + "chmod +x \"$HOME/engine\"; export PAGEREEL_ENGINE=\"$HOME/engine\""
        return CampaignFault(
            name: name, group: .engines, options: ["--duration", "2s"], wrapper: shell(command), usesHome: true)
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
        ("a report to a full standard output", "exec >/dev/full"), ("a report to a closed one", "exec >&-"),
    ].map { name, command in
        CampaignFault(
            name: name, group: .surroundings,
            options: ["--duration", "1s"] + (name.hasPrefix("a report") ? ["--json"] : []),
            wrapper: shell(command),
            isMute: command.contains("exec 2>"), losesReport: name.hasPrefix("a report"))
    }
}
