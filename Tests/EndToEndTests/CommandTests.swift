import Testing

/// What the built executable promises where frames in real time play no part, tried from outside.
///
/// A few at a time: most of a short command's time it waits for processes that start. Each topic is a suite nested in an
/// extension of this one.
@Suite("The executable's commands, end to end", .few, .timeLimit(.minutes(10)))
struct CommandTests {}
