internal import Files
private import Glibc

/// Locates programs.
package enum ProgramPath {
    /// Finds a program on the PATH.
    package static func find(_ program: String) -> String? {
        let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(program)" }.first { unsafe access($0, X_OK) == 0 }
    }

    /// The folder of a program, with symbolic links resolved.
    package static func folder(of program: String) -> String? { program.canonicalPath?.parentPath }
}
