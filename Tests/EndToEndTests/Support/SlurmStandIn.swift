import Foundation
import TestSupport

/// Programs in the place of Slurm's commands: their tasks run on this machine, all at once.
///
/// `make batch-test` uses a real Slurm.
struct SlurmStandIn {
    /// Where the programs are and keep the processes' numbers and their arguments.
    private let folder: TemporaryFolder

    private static let programs = [
        "sbatch": """
        echo "$@" >"$0.arguments"
        cat >"$0.script"
        for option; do
            case $option in
            --array=1-*) tasks=${option#--array=1-} ;;
            --nice=refused) echo 'sbatch: error: Invalid nice value' >&2; exit 1 ;;
            esac
        done
        for task in $(seq "${tasks%%%*}"); do
            SLURM_ARRAY_TASK_ID=$task bash "$0.script" >/dev/null 2>&1 &
            echo $! >>"$0.processes"
        done
        echo '12;cluster'
        """,
        "squeue": """
        cd "${0%/*}"
        for process in $(cat sbatch.processes); do
            grep -q '^State:.[^Z]' "/proc/$process/status" 2>/dev/null && echo RUNNING
        done
        exit 0
        """,
        "scancel": #"kill $(cat "${0%/*}/sbatch.processes")"#,
    ]

    init() throws {
        folder = try TemporaryFolder()
        for (name, text) in Self.programs {
            let path = try folder.write(name, "#!/bin/bash\n\(text)\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
    }

    /// The environment in which the programs are found.
    var environment: [String: String] { ["PATH": "\(folder.path):\(Pagereel.systemPath)"] }

    /// The arguments of the last submission.
    var arguments: String {
        get throws { try String(contentsOfFile: folder.path("sbatch.arguments"), encoding: .utf8) }
    }
}
