import Testing

/// Tests of the built executable that do not depend on real time.
///
/// A few run at a time, because short commands mostly wait for processes to start. Each topic is a
/// suite in an extension of this one. The time limit includes waiting for a turn, so it covers all
/// tests together; each run of the executable has its own timeout.
@Suite("The executable's commands, end to end", .few, .timeLimit(.minutes(60)))
struct CommandTests {}
