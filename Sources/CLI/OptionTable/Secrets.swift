import Glibc
import Notation

/// Values of options that are as secret as a password, and the files that hold them.
enum Secrets {
    /// What ends the names in the values of these options; the value of `--auth` is secret without a name.
    private static let signs: [String: Character] = ["header": ":", "cookie": "=", "var": "="]
    /// These options, in the order in which messages name them.
    static let namedOptions = ["header", "cookie", "var"]

    /// The name of a secret in an option's value, such as the name of a header field; `nil` if it is no secret.
    static func name(in value: String, of option: String) -> (name: String, sign: Character)? {
        guard let sign = signs[option] else { return nil }
        let name = String(value.prefix { $0 != sign })
        let isSecret = ShownAddress.isSecret(name) || option == "header" && name.lowercased() == "cookie"
        return isSecret ? (name, sign) : nil
    }

    /// Whether an option's value is as secret as a password.
    static func areIn(_ value: String, of option: String) -> Bool {
        option == "auth" || name(in: value, of: option) != nil
    }

    /// A sentence if the group or others can read a file with secrets.
    ///
    /// - Parameters:
    ///   - description: What the file is, and its path.
    ///   - content: What of it is secret, as the end of a sentence after "which".
    static func warningOfReaders(of path: String, _ description: String, which content: String) -> String? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_mode & (S_IRGRP | S_IROTH) != 0
        else { return nil }
        return "Other users can read the \(description), which \(content). Run chmod 600 on it."
    }
}
