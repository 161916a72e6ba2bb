/// The result of receiving from an encoder or decoder.
package enum Drain {
    /// Output was received; more may follow.
    case output
    /// Damaged data was skipped; output may follow.
    case damaged
    /// No output until more input is sent.
    case needsInput
    /// No more output will follow.
    case finished
}
