import CloudStore
import JSON

/// Who gets a push, in the form that waits in the store.
struct PushSelection: Hashable, Sendable, Codable {
    var audience: Audience
    var types: DeviceTypes
    var zones: Set<String>?

    init(_ order: PushOrder) {
        audience = order.audience
        types = order.deviceTypes
        zones = order.zones
    }

    /// Reads the store's form.
    init(text: String) throws { self = try JSONValue(parsing: text).decode() }

    /// The store's form.
    var text: String { get throws { try JSONValue(encoding: self).jsonText } }

    func includes(_ member: AudienceMember) -> Bool {
        guard types.includes(member.type), audience.includes(member) else { return false }
        return zones?.contains(member.zone ?? "UTC") ?? true
    }
}
