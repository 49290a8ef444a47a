public import TodayProtocol

/// The name, the group and the type of one shared default.
///
/// Declare keys as static members, so that they read as `context.defaults[.habits]`:
///
/// ```swift
/// extension DefaultsKey where Value == [Habit] {
///     static var habits: Self { Self("habits", in: .habitsGroup, default: []) }
/// }
/// ```
///
/// A value is a property-list type (`Bool`, `Int`, `Double`, `String`, `Date`, `Data`, arrays and dictionaries of
/// these) or anything `Codable` that encodes as one.
public struct DefaultsKey<Value: Codable & Sendable>: Sendable {
    /// The key in the group: 1 to 256 bytes without control characters.
    public let name: String
    /// The app group.
    public let group: GroupID
    /// The value that is read if nothing is stored, or a value of another type.
    public let defaultValue: Value

    /// Creates a key of an app group that the process's entitlements name, with the value that is read if none is
    /// stored.
    public init(_ name: String, in group: GroupID, default defaultValue: Value) {
        self.name = name
        self.group = group
        self.defaultValue = defaultValue
    }
}

extension DefaultsKey where Value: ExpressibleByNilLiteral {
    /// Creates a key whose value is `nil` if nothing is stored; setting `nil` removes the key.
    public init(_ name: String, in group: GroupID) { self.init(name, in: group, default: nil) }
}
