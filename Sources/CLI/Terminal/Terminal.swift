import Glibc

/// What is at the other end of a descriptor.
enum Terminal {
    /// The columns of a terminal; nothing where there is none.
    static func width(of descriptor: CInt) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
