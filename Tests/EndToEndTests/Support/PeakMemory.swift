import Foundation
import Testing

/// The peak memory of a command.
enum PeakMemory {
    /// Runs a command and prints its peak memory in kilobytes (getrusage(2)).
    static let wrapper = [
        "python3", "-c",
        """
        import resource, subprocess, sys
        status = subprocess.run(sys.argv[1:]).returncode
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        sys.exit(status)
        """,
    ]

    /// The peak memory of a command that was run with the wrapper and prints nothing else.
    static func kilobytes(_ outcome: Pagereel.Outcome) throws -> Int {
        try #require(Int(outcome.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
}
