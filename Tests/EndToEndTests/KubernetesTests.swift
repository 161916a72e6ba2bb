import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel batch --engine kubernetes`.
    @Suite("Batches on Kubernetes")
    struct ClustersOfKubernetes {
        private let folder: TemporaryFolder

        /// Validates each document of a file against the newest schemas, and prints all as JSON.
        ///
        /// Unknown fields are errors.
        private static let validator = """
            import json, sys, yaml, kubernetes_validate as kubernetes
            documents = list(yaml.safe_load_all(open(sys.argv[1], encoding='utf-8')))
            for document in documents:
                kubernetes.validate(document, kubernetes.latest_version(), strict=True)
            print(json.dumps(documents))
            """

        init() throws {
            folder = try TemporaryFolder()
            try folder.write("Our People.csv", "id,style\r\n1,\r\n2,\r\n3,\r\n")
            try folder.write("report.html", TestPage.timed(200))
        }

        private func run(_ options: [String], output: String = "out/{id}.mp4") async throws -> Pagereel.Outcome {
            try await Pagereel.run(
                ["batch", "Our People.csv", "--page", "report.html?id={id}", "-o", output, "--engine", "kubernetes"]
                    + options, folder: folder)
        }

        /// The documents that a command prints.
        private func documents(_ options: [String]) async throws -> [[String: Any]] {
            let outcome = try await run(options)
            try #require(outcome.exitCode == 0, "\(outcome.standardError)")
            let path = try folder.write("job.yaml", outcome.standardOutput)
            let json = try await PythonPackage.kubernetesValidate.run(Self.validator, [path])
            return try #require(try JSONSerialization.jsonObject(with: json) as? [[String: Any]])
        }

        /// A part of a document.
        private func part(_ document: [String: Any], _ path: [String]) -> Any? {
            path.reduce(document as Any?) { value, key in
                Int(key).map { (value as? [Any])?[$0] } ?? (value as? [String: Any])?[key]
            }
        }

        private let pod = ["spec", "template", "spec"]
        private let container = ["spec", "template", "spec", "containers", "0"]

        @Test("The schemas of Kubernetes accept a job on a volume that exists, with all its limits")
        func claim() async throws {
            let documents = try await documents([
                "--claim", "on", "--shards", "3", "--array-limit", "2", "--time", "90.5m", "--mem", "3Gi", "--jobs=2",
                "--secret", "1e3", "--image", "registry.example:5000/pagereel:1", "--name", "y", "--dry-run",
            ])
            let job = try #require(documents.first)
            #expect(documents.count == 1)
            let values: [(path: [String], value: String)] = [
                (["metadata", "name"], "y"), (["spec", "completions"], "3"), (["spec", "parallelism"], "2"),
                (["spec", "maxFailedIndexes"], "3"), (["spec", "podReplacementPolicy"], "Failed"),
                (pod + ["activeDeadlineSeconds"], "5430"),
                (pod + ["volumes", "0", "persistentVolumeClaim", "claimName"], "on"),
                (container + ["image"], "registry.example:5000/pagereel:1"),
                (container + ["envFrom", "0", "secretRef", "name"], "1e3"),
                (container + ["resources", "limits", "memory"], "3Gi"),
                (container + ["resources", "requests", "cpu"], "2"),
                (["spec", "podFailurePolicy", "rules", "1", "action"], "FailIndex"),
                (["spec", "podFailurePolicy", "rules", "1", "onExitCodes", "values", "0"], "1"),
            ]
            for (path, value) in values { #expect(part(job, path).map { "\($0)" } == value, "\(path)") }
            #expect(part(job, ["spec", "suspend"]) == nil)
        }

        @Test("The schemas accept a job with a new volume, which waits until the volume is filled")
        func storage() async throws {
            let documents = try await documents(["--storage", "100Gi"])
            try #require(documents.count == 2)
            #expect(documents.map { $0["kind"] as? String } == ["Job", "PersistentVolumeClaim"])
            for document in documents {
                #expect(part(document, ["metadata", "name"]) as? String == "pagereel-our-people")
            }
            #expect(part(documents[1], ["spec", "resources", "requests", "storage"]) as? String == "100Gi")
            #expect(
                part(documents[0], pod + ["volumes", "0", "persistentVolumeClaim", "claimName"]) as? String
                    == "pagereel-our-people")
            #expect(part(documents[0], ["spec", "suspend"]) as? Bool == true)
            #expect(part(documents[0], container + ["resources", "limits", "memory"]) as? String == "2Gi")
        }

        @Test("Odd words reach the job as they are, apart from the escaped dollar signs", .full)
        func oddWords() async throws {
            let words = [
                "--user-agent=$(HOME) $$ '\"\\ \n\t ü 😀", "--wait-for=[a='\u{85}\u{2028}: off # no']", "--size",
                "1280x720",
            ]
            let job = try #require(try await documents(["--claim", "pages"] + words).first)
            let arguments = try #require(part(job, container + ["args"]) as? [String])
            #expect(arguments.contains("--user-agent=$$(HOME) $$$$ '\"\\ \n\t ü 😀"))
            #expect(arguments.contains(words[1]))
            #expect(arguments.contains("--no-sandbox"))
            let confined = try #require(try await documents(["--claim", "pages", "--sandbox"]).first)
            #expect((part(confined, container + ["args"]) as? [String])?.contains("--no-sandbox") == false)
        }

        @Test(
            "Wrong options are usage errors", .full,
            arguments: [
                ([], "--claim NAME"), (["--claim", "a", "--storage", "1G"], "cannot be combined"),
                (["--claim", "a", "--detach"], "--detach needs --engine slurm"),
                (["--claim", "a", "--partition", "b"], "--partition needs --engine slurm"),
                (["--claim", "A"], "lowercase"), (["--claim", "a", "--name", "a.b"], "lowercase"),
                (["--claim", "a", "--shards", "100001"], "at most 100000"),
                (["--claim", "a", "--journal", "out/../../journal"], "outside the working folder"),
                (["--engine", "slurm", "--secret", "a"], "--secret needs --engine kubernetes"),
                (["--engine", "local", "--name", "a"], "--name needs --engine kubernetes"),
            ] as [([String], String)])
        func usage(options: [String], message: String) async throws {
            let outcome = try await run(options)
            #expect(outcome.exitCode == 64 && outcome.standardOutput.isEmpty)
            #expect(outcome.standardError.contains(message), "\(outcome.standardError)")
        }

        @Test("Files that the workers would not find are refused, also those of single rows", .full)
        func outside() async throws {
            let style = try folder.write("style.css", "")
            try folder.write("Our People.csv", "id,style\r\n1,style.css\r\n2,\(style)\r\n")
            let column = try await run(["--claim", "a"])
            #expect(column.exitCode == 65 && column.standardOutput.isEmpty)
            #expect(column.standardError.contains("line 3: --style \(style) is outside the working folder"))
            let output = try await run(["--claim", "a", "--limit", "1"], output: folder.path("{id}.mp4"))
            #expect(output.exitCode == 64 && output.standardOutput.isEmpty)
        }

        @Test("A batch goes on without WebKit's sandbox as the same batch")
        func sandbox() async throws {
            let batch = ["batch", "Our People.csv", "--page", "report.html?id={id}", "-o", "out/{id}.mp4"]
            let first = try await Pagereel.run(
                batch + ["--limit", "1", "--no-sandbox"] + TestPage.small, folder: folder)
            #expect(first.exitCode == 0, "\(first.standardError)")
            let status = try await Pagereel.run(
                ["batch", "status"] + batch.dropFirst() + ["--json"] + TestPage.small, folder: folder)
            #expect(status.standardOutput.contains(#""done":1"#), "\(status)")
        }
    }
}
