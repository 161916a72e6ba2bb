/// The volume that is the working folder of all workers.
package enum KubernetesStorage: Sendable, Equatable {
    /// The volume of a PersistentVolumeClaim that exists, by its name.
    case existing(String)
    /// A new PersistentVolumeClaim, named like the job, of so many bytes.
    case new(bytes: Int)
}
