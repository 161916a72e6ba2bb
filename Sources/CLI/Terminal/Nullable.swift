/// A property that is `null` in JSON when it has no value, where synthesized
/// encoding would leave the key out.
@propertyWrapper
struct Nullable<Wrapped: Encodable>: Encodable {
    var wrappedValue: Wrapped?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

extension Nullable: Sendable where Wrapped: Sendable {}
