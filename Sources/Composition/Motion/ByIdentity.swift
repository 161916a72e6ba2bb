/// A reference that equals only itself, for values that are compared and contain objects of other programs.
public struct ByIdentity<Object: Sendable>: Sendable, Hashable {
    /// The object.
    public let object: Object
    private let identity: ObjectIdentifier

    /// Keeps an object.
    ///
    /// - Parameter object: A class instance.
    public init(_ object: Object) {
        self.object = object
        identity = ObjectIdentifier(object as AnyObject)
    }

    /// Whether both are the same object.
    public static func == (one: Self, other: Self) -> Bool { one.identity == other.identity }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
