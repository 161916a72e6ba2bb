import ArgumentParser
import Clusters
import Notation

/// Options for a batch as a job of Kubernetes.
struct KubernetesArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Kubernetes: container image of the workers. (default: pagereel:\(Program.version))", valueName: "image"),
        transform: reading("an image is written like registry.example/pagereel:1.0.", where: isImage))
    var image: String?

    @Option(
        help: ArgumentHelp(
            "Kubernetes: existing PersistentVolumeClaim whose volume is the workers' working folder.",
            valueName: "name"),
        transform: reading(objectName, where: KubernetesName.isObject))
    var claim: String?

    @Option(
        help: ArgumentHelp(
            "Kubernetes: size of a new PersistentVolumeClaim for the working folder, like 100G.", valueName: "size"),
        transform: reading(.storage(atLeast: 1 << 20)))
    var storage: Int?

    @Option(
        help: ArgumentHelp(
            "Kubernetes: existing Secret whose keys are the workers' environment variables.", valueName: "name"),
        transform: reading(objectName, where: KubernetesName.isObject))
    var secret: String?

    @Option(
        help: ArgumentHelp("Kubernetes: name of the job. (default: made of the manifest's name)", valueName: "name"),
        transform: reading(
            "a job's name has at most \(KubernetesName.longestOfJob) lowercase letters, digits and dashes, with no dash "
                + "at its ends.", where: KubernetesName.isJob))
    var name: String?

    /// The name of an option that was given, if there is one.
    var given: String? {
        let options = [
            ("--image", image != nil), ("--claim", claim != nil), ("--storage", storage != nil),
            ("--secret", secret != nil), ("--name", name != nil),
        ]
        return options.first(where: \.1)?.0
    }

    /// The workers' volume.
    ///
    /// - Throws: `ValidationError` unless exactly one is given.
    func volume() throws -> KubernetesStorage {
        switch (claim, storage) {
        case (let claim?, nil): return .existing(claim)
        case (nil, let bytes?): return .new(bytes: bytes)
        case (nil, nil):
            throw ValidationError(
                "--engine kubernetes needs a volume for manifest, pages and outputs: --claim NAME for an existing "
                    + "PersistentVolumeClaim, or --storage SIZE for a new one.")
        case (_?, _?): throw ValidationError("--claim and --storage cannot be combined.")
        }
    }
}

private let objectName = "a name in Kubernetes has only lowercase letters, digits, dashes and dots."

private func isImage(_ text: String) -> Bool { !text.isEmpty && text.allSatisfy { $0.isASCII && !$0.isWhitespace } }
