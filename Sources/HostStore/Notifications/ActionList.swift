import TodayProtocol

/// A notification's own actions in a column, which is `NULL` where there are none.
enum ActionList {
    static func text(_ actions: [NotificationAction], of identifier: String, app: AppID) throws(StoreError) -> String? {
        guard !actions.isEmpty else { return nil }
        return try StoredJSON.text(actions, of: "An action of the notification \(identifier) of \(app)")
    }

    static func value(_ text: String?, of what: @autoclosure () -> String) throws(StoreError) -> [NotificationAction] {
        guard let text else { return [] }
        return try StoredJSON.value(text, of: what())
    }
}
