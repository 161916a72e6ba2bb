import Testing

/// Tests of the built executable that depend on real time.
///
/// They run serially, because concurrent recordings on a small machine would make each other miss
/// frames and short timeouts. Each topic is a suite in an extension of this one.
@Suite("The executable, end to end", .serialized, .timeLimit(.minutes(5)))
struct EndToEndTests {}
