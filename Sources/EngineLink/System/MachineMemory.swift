private import Glibc

/// The memory of this machine, or of the container that this process runs in.
package enum MachineMemory {
    /// The size of the memory, in bytes.
    package static var size: Int {
        let installed = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        let limits = limits.compactMap { Int(ProcessFile.text(of: $0).prefix { $0 != "\n" }) }
        return limits.reduce(installed) { min($0, $1) }
    }

    /// The memory limit of the control group, version 2 and version 1 (Linux,
    /// Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst).
    private static let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
}
