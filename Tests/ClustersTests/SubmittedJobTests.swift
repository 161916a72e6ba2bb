import Clusters
import Files
import TestSupport
import Testing

@Suite("Submitted jobs")
struct SubmittedJobTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A job is read as it was written, until it is removed")
    func roundTrip() throws {
        let job = SubmittedJob(id: "12", shards: 3, folder: "/data", arguments: ["rows.csv", "--page", "ü {id}"])
        #expect(try SubmittedJob(in: folder.path) == nil)
        try job.write(in: folder.path)
        #expect(try SubmittedJob(in: folder.path) == job)
        SubmittedJob.remove(from: folder.path)
        #expect(try SubmittedJob(in: folder.path) == nil)
    }

    @Test("A damaged file is an error that names it")
    func damaged() throws {
        try folder.write("job.json", "{\"id\":")
        let error = #expect(throws: FileError.self) { try SubmittedJob(in: folder.path) }
        #expect(error?.description.contains("job.json") == true)
    }
}
