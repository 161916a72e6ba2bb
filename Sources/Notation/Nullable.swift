/// A property that is `null` in JSON when it has no value, where synthesized
/// encoding would leave the key out.
@propertyWrapper
package struct Nullable<Wrapped: Encodable>: Encodable {
    /// The value, or `nil` for `null`.
    package var wrappedValue: Wrapped?

    /// Wraps a value.
    package init(wrappedValue: Wrapped? = nil) { self.wrappedValue = wrappedValue }

    /// Encodes the value, or `null`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

extension Nullable: Sendable where Wrapped: Sendable {}
