import Clusters
import Testing

@Suite("Jobs for Slurm")
struct SlurmJobTests {
    private func job(
        _ words: [String] = ["rows.csv", "--page", "a b.html?id={id}"], atOnce: Int? = nil, memory: Int? = nil,
        time: Duration? = nil, journal: String = "rows.csv.journal", options: [String] = []
    ) -> SlurmJob {
        let work = ClusterWork(
            arguments: words, shards: 20, workersAtOnce: atOnce, processors: 2, memory: memory, timeLimit: time)
        return SlurmJob(
            work, program: "/usr/bin/pagereel", folder: "/data", journalFolder: journal, partition: nil,
            options: options)
    }

    @Test("The script becomes the worker of the task's shard, with quoted arguments")
    func script() {
        #expect(
            job().script == """
                #!/bin/bash
                exec /usr/bin/pagereel batch run --shard "$SLURM_ARRAY_TASK_ID/20" rows.csv --page 'a b.html?id={id}'

                """)
    }

    @Test("Limits are written in Slurm's units, rounded up, and the user's options come last")
    func limits() {
        let words = job(
            atOnce: 5, memory: 2 << 30, time: .milliseconds(3_725_400), options: ["--account=a", "--requeue"]
        ).arguments
        #expect(words.contains("--array=1-20%5"))
        #expect(words.contains("--mem=2048M"))
        #expect(words.contains("--time=1:02:06"))
        #expect(words.contains("--cpus-per-task=2"))
        #expect(words.suffix(2) == ["--account=a", "--requeue"])
    }

    @Test("Without limits the cluster's own hold")
    func defaults() {
        let words = job(journal: "100%A.journal").arguments
        #expect(words.contains("--array=1-20"))
        #expect(!words.contains { ["--mem", "--time", "--partition"].contains($0.prefix { $0 != "=" }) })
        #expect(words.contains("--output=100%%A.journal/slurm-%A-%a.log"))
    }
}
