/// What came out of an encoder or decoder when it was asked.
package enum Drain {
    /// Something; ask again.
    case output
    /// Nothing until it is given more.
    case needsInput
    /// Nothing ever again.
    case finished
}
