import Testing

/// Everything the built executable promises on its command line, tried from outside.
///
/// One after the other: recordings that run side by side on a small machine would take each other's frames. Each topic
/// is a suite nested in an extension of this one.
@Suite("The executable, end to end", .serialized, .timeLimit(.minutes(5)))
struct EndToEndTests {}
