import JSON
package import TodayProtocol

/// Asks for the values of a group's shared defaults.
///
/// Fails with `notFound` if no installed app has the group.
package struct GetDefaultsRequest: HostRequest, RoutedRequest {
    package typealias Reply = [String: PropertyValue]

    package static let routes = [
        Route(.get, "defaults/:group", fixed: ["key": .null]),
        Route(.get, "defaults/:group/:key"),
    ]

    package var group: GroupID
    /// The key to read; `nil` for all.
    package var key: String?

    package init(of group: GroupID, key: String?) {
        self.group = group
        self.key = key
    }
}

/// Sets a key of a group's shared defaults, or removes it.
///
/// Fails with `notFound` if no installed app has the group.
package struct SetDefaultRequest: HostRequest, RoutedRequest {
    package static let routes = [
        Route(.put, "defaults/:group/:key", body: .member("value")),
        Route(.delete, "defaults/:group/:key", fixed: ["value": .null]),
    ]

    /// The new value; `nil` removes the key.
    package var value: PropertyValue?
    package var key: String
    package var group: GroupID

    package init(_ value: PropertyValue?, for key: String, in group: GroupID) {
        self.value = value
        self.key = key
        self.group = group
    }
}

// MARK: - Settings of surfaces

/// Reads a value that a surface stores in the host's database, such as its port.
package struct GetSettingRequest: HostRequest {
    package typealias Reply = String?

    package var name: String

    package init(_ name: String) { self.name = name }
}

/// Stores a value for a surface; it is on disk when the reply comes.
package struct SetSettingRequest: HostRequest {
    package var name: String
    /// The value, at most 64 KiB; `nil` removes it.
    package var value: String?

    package init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }
}
