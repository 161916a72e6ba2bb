import ArgumentParser

/// What runs the workers of a batch.
enum BatchEngine: String, CaseIterable, ExpressibleByArgument {
    /// This process.
    case local
    /// An array job of Slurm.
    case slurm
    /// An indexed job of Kubernetes.
    case kubernetes
}
