/// The length of a clip or a sound on the timeline.
package enum ItemLength: Sendable {
    /// A length of time.
    case time(TimelineTime)
    /// Up to the end of the main channel, exact to the sample for sounds.
    case end
}
