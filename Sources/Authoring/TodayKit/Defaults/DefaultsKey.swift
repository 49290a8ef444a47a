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
    /// The group.
    public let group: GroupID
    /// What is read where nothing, or something of another type, is stored.
    public let defaultValue: Value

    /// Describes a key.
    ///
    /// - Parameters:
    ///   - name: The key in the group.
    ///   - group: The group; it has to be among the process's entitlements.
    ///   - defaultValue: What is read where nothing is stored.
    public init(_ name: String, in group: GroupID, default defaultValue: Value) {
        self.name = name
        self.group = group
        self.defaultValue = defaultValue
    }
}

extension DefaultsKey where Value: ExpressibleByNilLiteral {
    /// Describes a key that is `nil` where nothing is stored; to set `nil` is to remove it.
    public init(_ name: String, in group: GroupID) { self.init(name, in: group, default: nil) }
}
