import Testing

/// What the built executable promises where frames in real time play no part, tried from outside.
///
/// A few at a time: most of a short command's time it waits for processes that start. Each topic is a suite nested in an
/// extension of this one. The time limit counts a test's wait for its turn, so it is one for all of them together; each
/// run of the executable has its own.
@Suite("The executable's commands, end to end", .few, .timeLimit(.minutes(60)))
struct CommandTests {}
