import Clusters
import Foundation
import Subprocess
import TestSupport
import Testing
import Yams

@Suite("Jobs for Kubernetes")
struct KubernetesJobTests {
    private func job(
        _ words: [String] = ["rows.csv"], atOnce: Int? = nil, memory: Int? = nil,
        storage: KubernetesStorage = .existing("pages")
    ) -> KubernetesJob {
        let work = ClusterWork(
            arguments: words, shards: 20, workersAtOnce: atOnce, processors: 2, memory: memory, timeLimit: nil)
        return KubernetesJob(work, name: "people", image: "pagereel:1", storage: storage, secret: nil)
    }

    private func node(_ job: KubernetesJob) throws -> Node { try #require(try Yams.compose(yaml: try job.yaml())) }

    private func container(_ job: KubernetesJob) throws -> Node {
        try #require(try node(job)["spec"]?["template"]?["spec"]?["containers"]?[0])
    }

    /// Expands variables in a word of a container's command, as Kubernetes does.
    ///
    /// `$$` is a dollar sign, a known variable is replaced, and everything else stays.
    private func expanded(_ word: String, _ variables: [String: String]) -> String {
        word.replacing(#/\$\$|\$\(([^)]*)\)/#) { match in
            guard let name = match.output.1 else { return "$" }
            return variables[String(name)] ?? String(match.output.0)
        }
    }

    @Test("The container runs the worker of the pod's shard, with the arguments as they are")
    func command() async throws {
        let folder = try TemporaryFolder()
        let stub = try folder.write("pagereel", "#!/bin/sh\nprintf '%s\\0' \"$@\"\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stub)
        let words = [
            "rows.csv", "--page", "a b.html?id={id}", "", "$(HOME)", "$$(HOME)", "$HOME", "$((1 + 1))", "$", "$$",
            "`id`",
            "'", "\"", "\\", "a\nb\n", " a\tb ", "ü😀\u{85}\u{2028}\u{feff}", "y", "off", "null", "~", "1e3", "0x1F",
            "1:30",
            "2026-01-01", "- a", "a: b", "# c", "*", "&a", "!b", "%c", "@d", "{e}", "[f]", "---", "...",
            String(repeating: "long ", count: 100),
        ]
        let container = try container(job(words))
        let texts = ["command", "args"].flatMap { container[$0]?.array(of: String.self) ?? [] }
        let command = texts.map { expanded($0, ["HOME": "/root", "JOB_COMPLETION_INDEX": "4"]) }
        let output = try await Tool.run(
            "env", command,
            environment: .custom([
                "PATH": "\(folder.path):/usr/bin:/bin", "HOME": "/root", "JOB_COMPLETION_INDEX": "4",
            ]))
        let arguments = output.split(separator: 0, omittingEmptySubsequences: false).dropLast()
        #expect(arguments.map { String(decoding: $0, as: UTF8.self) } == ["batch", "run", "--shard", "5/20"] + words)
    }

    @Test("Each text in the command is quoted, because YAML has several versions")
    func quoted() throws {
        for key in ["command", "args"] {
            for word in try #require(try container(job(["y", "rows.csv"]))[key]?.sequence) {
                #expect(word.scalar?.style == .doubleQuoted)
            }
        }
    }

    @Test("Memory is written exactly, and by default it is for each row at the same time")
    func memory() throws {
        for (memory, text) in [(nil, "4Gi"), (3 << 29, "1536Mi"), (1_000_000_001, "1000000001")] as [(Int?, String)] {
            for kind in ["requests", "limits"] {
                #expect(try container(job(memory: memory))["resources"]?[kind]?["memory"]?.string == text)
            }
        }
    }

    @Test("No more pods run at the same time than there are shards")
    func parallelism() throws {
        for (atOnce, number) in [(nil, 20), (5, 5), (50, 20)] as [(Int?, Int)] {
            #expect(try node(job(atOnce: atOnce))["spec"]?["parallelism"]?.int == number)
        }
    }

    @Test("A new volume is a document of its own; the job waits until it is filled")
    func storage() throws {
        let documents = Array(try Yams.compose_all(yaml: try job(storage: .new(bytes: 5 << 40)).yaml()))
        #expect(documents.map { $0["kind"]?.string } == ["Job", "PersistentVolumeClaim"])
        #expect(documents[1]["spec"]?["resources"]?["requests"]?["storage"]?.string == "5120Gi")
        #expect(documents[0]["spec"]?["suspend"]?.bool == true)
        #expect(try node(job())["spec"]?["suspend"] == nil)
    }

    @Test("A job's name is made of the manifest's")
    func names() {
        #expect(KubernetesName.job(forFile: "in/Our People_2026.v2.csv") == "pagereel-our-people-2026-v2")
        #expect(KubernetesName.job(forFile: "été 😀.csv") == "pagereel-t")
        #expect(KubernetesName.job(forFile: "日本.csv") == "pagereel")
        let long = KubernetesName.job(forFile: String(repeating: "a", count: 47) + "-bcd.csv")
        #expect(long == "pagereel-" + String(repeating: "a", count: 47))
        #expect(KubernetesName.isJob(long))
        for name in ["", "-a", "a-", "A", "a.b", "é", "a\u{320}", String(repeating: "a", count: 58)] {
            #expect(!KubernetesName.isJob(name), "\(name)")
        }
        #expect(KubernetesName.isObject("a.b-c") && !KubernetesName.isObject("a..b"))
    }
}
