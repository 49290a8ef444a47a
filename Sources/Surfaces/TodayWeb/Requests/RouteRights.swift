import HTTPTypes
import HostModel

/// The rights that a device needs for each route of the pages, except those that need no session.
///
/// A route that is missing here needs the right to change settings. `RouteRightsTests` fails if one is missing.
enum RouteRights {
    /// Returns the error for a device that may not use a route; `nil` if it may.
    ///
    /// `path` is that of its route, with the names of parameters in braces.
    static func refusal(of method: HTTPRequest.Method, _ path: String, with rights: DeviceRights) -> HostError? {
        let needed = table["\(method.rawValue) \(path)"] ?? .change
        guard rights < needed else { return nil }
        return HostError(.notAllowed, needed == .act ? .mayNotAct : .mayNotChange)
    }

    /// Returns the error for a device whose connection is not encrypted; `nil` if it may use the route.
    static func refusalWithoutEncryption(
        of method: HTTPRequest.Method,
        _ path: String,
        with rights: DeviceRights
    ) -> HostError? {
        let route = "\(method.rawValue) \(path)"
        guard table[route] ?? .change < .change, !encrypted.contains(route) else {
            return HostError(.notAllowed, .onlyEncrypted)
        }
        return refusal(of: method, path, with: rights)
    }

    /// The routes with secrets, which a device may use only if its connection is encrypted, as those that change settings.
    private static let encrypted: Set = [
        "POST /api/passcode/unlock", "PUT /api/push-subscription", "POST /api/passkeys/challenge", "POST /api/passkeys",
    ]

    /// Rights by method and path.
    static let table: [String: DeviceRights] = {
        var table: [String: DeviceRights] = [:]
        for (rights, routes) in [(DeviceRights.view, viewing), (.act, acting), (.change, changing)] {
            for route in routes { table[route] = rights }
        }
        return table
    }()

    private static let viewing = [
        // Pages.
        "GET /", "GET /notifications", "GET /settings", "GET /settings/topics", "GET /topics",
        "GET /topics/{topic}", "GET /topics/{topic}/messages/{number}/actions/{action}", "GET /complications",
        "GET /outbox", "GET /trace/{id}", "GET /app", "GET /open",
        // Parts of pages.
        "GET /app/card", "GET /topics/{topic}/messages/{number}/picture", "GET /today.webmanifest", "GET /image",
        "GET /bundle/{digest}", "GET /messages/{app}/{id}/body", "GET /messages/{app}/{id}/images/{name}",
        "GET /search", "GET /events",
        // The API.
        "GET /api/version", "GET /api/screen", "GET /api/widgets/{widget}/ledger", "GET /api/widgets/{widget}/schedule",
        "GET /api/apps", "GET /api/apps/{app}/runs", "GET /api/apps/{app}/rights", "GET /api/notifications",
        // Explanations of the screen, like the ledger and the runs.
        "GET /api/apps/{app}/log", "GET /api/widgets/{widget}/log",
        "GET /api/notifications/summary", "GET /api/notifications/delivered/{id}", "GET /api/traces/{id}",
        "GET /api/outbox",
        "GET /api/complications", "GET /api/passcode", "GET /api/limits", "GET /api/settings/notifications",
        "GET /api/settings/quiet-hours", "GET /api/settings/appearance",
        "GET /api/push-subscription",
    ]

    private static let acting = [
        "POST /api/taps", "POST /api/widgets/{widget}/reload", "POST /api/notifications/answer",
        "POST /api/notifications/dismiss", "POST /api/responses/{id}/retry", "DELETE /api/responses/{id}",
        "POST /api/outbox/{number}/retry", "DELETE /api/outbox/{number}", "POST /outbox/{number}/retry",
        "POST /outbox/{number}/discard", "POST /topics/{topic}/messages/{number}/actions/{action}",
        // Sharing with an app.
        "POST /share", "GET /share/{share}", "POST /share/{share}", "POST /share/{share}/undo",
        "POST /share/{share}/cancel", "GET /share/{share}/images/{number}", "PUT /share/{share}/images",
        "POST /uses/end", "POST /api/shares", "GET /api/shares", "DELETE /api/shares",
        // Unlocking reveals what the passcode protects, such as answers, but grants no rights that the device lacks.
        "POST /api/passcode/unlock",
        // Pushes to the device while its pages are closed.
        "PUT /api/push-subscription", "DELETE /api/push-subscription", "POST /api/push-subscription/test",
        "POST /api/push-subscription/shown/{notification}",
        // The device's own passkeys.
        "POST /api/passkeys/challenge", "POST /api/passkeys", "POST /settings/passkeys/{passkey}/remove",
    ]

    private static let changing = [
        "GET /editor", "PUT /api/screen", "PUT /api/widgets/{widget}/size", "PUT /api/widgets/{widget}/configuration",
        "GET /api/widgets/{widget}/configuration",
        "GET /widgets/{widget}/configuration", "POST /widgets/{widget}/configuration",
        // Messages, which reach everybody who uses an app.
        "GET /send", "POST /send",
        // Apps.
        "GET /settings/apps", "GET /settings/apps/hosts", "GET /settings/apps/install", "POST /settings/apps/uploads",
        "PUT /api/uploads/{upload}", "DELETE /api/uploads/{upload}", "DELETE /api/apps/{app}",
        "PUT /api/apps/{app}/rights/{right}", "DELETE /api/apps/{app}/rights/{right}",
        "PUT /api/apps/{app}/hosts/{host}", "DELETE /api/apps/{app}/hosts/{host}",
        // More than the screen shows: the location of the person, and events on the machine.
        "GET /api/location", "GET /api/storage", "GET /api/audit", "GET /settings/audit",
        // Settings.
        "POST /settings/cloud/leave", "POST /settings/topics", "POST /settings/topics/{topic}/leave",
        "POST /settings/topics/{topic}/mute", "POST /settings/topics/{topic}/unmute",
        "PUT /api/settings/notifications/{app}", "POST /api/settings/notifications/{app}/answer",
        "PUT /api/settings/group-limit",
        "PUT /api/settings/quiet-hours", "PUT /api/settings/time-zone", "POST /settings/time-zone",
        "PUT /api/settings/appearance", "PUT /api/passcode",
        "PUT /api/location/shared", "DELETE /api/location/shared", "DELETE /api/location",
        // Devices.
        "GET /settings/devices/pair", "POST /settings/devices/pair", "GET /settings/devices/{device}",
        "POST /settings/devices/{device}", "POST /sessions/{hash}/sign-out", "POST /silence/dismiss",
    ]
}
