package import FoundationEssentials

/// What an event says; the same for every device that gets it.
package struct EventContent: Hashable, Sendable {
    /// The kind of event.
    package let kind: String
    /// What it says, a JSON object on one line.
    package let body: String
    /// From when on nobody needs to know it.
    package let expires: Date

    /// Describes a content.
    package init(kind: String, body: String, expires: Date) {
        self.kind = kind
        self.body = body
        self.expires = expires
    }
}

/// One event of one device.
package struct DeviceEvent: Hashable, Sendable {
    /// Whose it is.
    package let device: DeviceNumber
    /// Its place: of two events of a device, the later one has the greater number; numbers are left out.
    package let sequence: Int64
    /// What it says.
    package let content: EventContent
}
