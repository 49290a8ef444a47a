import Host
import JSON
import TodayProtocol

/// One app, for programs.
enum AppReport {
    /// Everything about an app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - badge: The number on its icon; left out if none.
    /// - Returns: An object.
    static func json(_ app: AppDescription, badge: Int? = nil) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(app.id.rawValue),
            "title": .string(app.title),
            "version": .string(app.version),
            "widgets": .array(
                app.widgets.map { widget in
                    [
                        "id": .string(widget.id.rawValue),
                        "title": .string(widget.title),
                        "isOnScreen": .bool(widget.isOnScreen),
                    ]
                }
            ),
            "groups": .array(app.groups.map { .string($0.rawValue) }),
            "urlSchemes": .array(app.urlSchemes.map(JSONValue.string)),
            "declaredHosts": .array(app.declaredHosts.map(JSONValue.string)),
            "allowedHosts": .array(app.allowedHosts.map(JSONValue.string)),
        ]
        members["badge"] = badge.map(JSONValue.integer)
        return .object(members)
    }
}
