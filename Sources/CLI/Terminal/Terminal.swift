import Glibc

/// Properties of a terminal.
enum Terminal {
    /// Whether messages go to a terminal, where the user can end the command.
    static var isUsed: Bool { isatty(Message.errorDescriptor) == 1 }

    /// Returns the terminal's width in columns; `nil` if the descriptor is not
    /// a terminal.
    static func width(of descriptor: CInt) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
