package import Files
private import Foundation

/// The work of a batch as a cluster runs it: a number of workers, each of which records one shard.
package struct ClusterWork: Sendable, Equatable {
    /// A worker's arguments behind `pagereel batch run`, without its shard.
    package let arguments: [String]
    /// The number of shards, from 1.
    package let shards: Int
    /// The most workers that run at the same time; `nil` for as many as the cluster has room for.
    package let workersAtOnce: Int?
    /// The processors of each worker; it records as many rows at the same time.
    package let processors: Int
    /// The memory of each worker, in bytes; `nil` for the cluster's default.
    package let memory: Int?
    /// How long a worker may run; `nil` for the cluster's default.
    package let timeLimit: Duration?

    package init(
        arguments: [String], shards: Int, workersAtOnce: Int?, processors: Int, memory: Int?, timeLimit: Duration?
    ) {
        self.arguments = arguments
        self.shards = shards
        self.workersAtOnce = workersAtOnce
        self.processors = processors
        self.memory = memory
        self.timeLimit = timeLimit
    }
}

extension Duration {
    /// The whole seconds, rounded up.
    var secondsRoundedUp: Int64 {
        let (whole, fraction) = components
        return whole + (fraction > 0 ? 1 : 0)
    }
}

/// A job that a batch submitted; a file in the journals' folder remembers it.
package struct SubmittedJob: Codable, Sendable, Equatable {
    /// The cluster's name of the job.
    package let id: String
    /// The number of shards.
    package let shards: Int
    /// The folder in which the batch was started.
    package let folder: String
    /// A worker's arguments behind `pagereel batch run`, without its shard.
    package let arguments: [String]

    package init(id: String, shards: Int, folder: String, arguments: [String]) {
        self.id = id
        self.shards = shards
        self.folder = folder
        self.arguments = arguments
    }

    /// Reads the job of a batch.
    ///
    /// - Parameter folder: The folder of the batch's journals.
    /// - Returns: `nil` if the batch submitted none.
    /// - Throws: `unreadableInput`.
    package init?(in folder: String) throws(FileError) {
        let path = Self.path(in: folder)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw FileError(
                .unreadableInput, "The file of the batch's job, \(path), cannot be read. Remove it.", cause: error)
        }
    }

    /// Writes the file.
    ///
    /// - Throws: `cannotWriteOutput`.
    package func write(in folder: String) throws(FileError) {
        let path = Self.path(in: folder)
        do {
            try JSONEncoder().encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw FileError(.cannotWriteOutput, "The file \(path) cannot be written.", cause: error)
        }
    }

    /// Removes the file, because the job is over.
    package static func remove(from folder: String) { try? FileManager.default.removeItem(atPath: path(in: folder)) }

    private static func path(in folder: String) -> String { "\(folder)/job.json" }
}
