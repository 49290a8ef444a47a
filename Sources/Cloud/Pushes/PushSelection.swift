import CloudStore
import Foundation
import JSON

/// Who gets a push, in the form that waits in the store.
struct PushSelection: Hashable, Sendable, Codable {
    var audience: Audience
    var types: DeviceTypes
    var zones: Set<String>?
    /// When the push was sent; conditions on attributes may count from then.
    var sent: Date?

    init(_ order: PushOrder, sent date: Date) {
        audience = order.audience
        types = order.deviceTypes
        zones = order.zones
        sent = date
    }

    /// Reads the store's form.
    init(text: String) throws { self = try JSONValue(parsing: text).decode() }

    /// The store's form.
    var text: String { get throws { try JSONValue(encoding: self).jsonText } }

    func includes(_ member: AudienceMember) -> Bool {
        guard types.includes(member.type), audience.includes(member, at: sent ?? .distantPast) else { return false }
        return zones?.contains(member.zone ?? "UTC") ?? true
    }
}
