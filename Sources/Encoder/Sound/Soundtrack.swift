/// An audio file that was opened and found good.
public final class Soundtrack: Sendable {
    init() {}
}
