import JSON
import SQLiteSupport
import TodayProtocol

/// Values that a column holds as JSON on one line; equal values have equal texts.
enum StoredJSON {
    /// Writes a value.
    ///
    /// - Throws: ``StoreError`` with code `invalid`, which names the thing, if it holds what JSON cannot: a number that is not
    ///   finite, or what its type refuses.
    static func text(_ value: some Encodable, of what: @autoclosure () -> String) throws(StoreError) -> String {
        do {
            return try JSONValue(encoding: value).jsonText
        } catch {
            throw StoreError(.invalid, "\(what()) cannot be kept: it holds what JSON cannot express.", cause: error)
        }
    }

    /// Reads a value.
    ///
    /// - Throws: ``StoreError`` with code `unavailable`, which names the thing, if the text does not hold one.
    static func value<Value: Decodable>(
        _ text: String,
        as type: Value.Type = Value.self,
        of what: @autoclosure () -> String
    ) throws(StoreError) -> Value {
        do {
            return try JSONValue(parsing: text).decode(type)
        } catch {
            throw StoreError.damaged(what())
        }
    }
}

/// A notification's own actions in a column, which is `NULL` where there are none.
enum StoredActions {
    static func text(_ actions: [NotificationAction], of identifier: String, app: AppID) throws(StoreError) -> String? {
        guard !actions.isEmpty else { return nil }
        return try StoredJSON.text(actions, of: "An action of the notification \(identifier) of \(app)")
    }

    static func value(_ text: String?, of what: @autoclosure () -> String) throws(StoreError) -> [NotificationAction] {
        guard let text else { return [] }
        return try StoredJSON.value(text, of: what())
    }
}

/// A set of authorization options in a column: their names, with spaces between.
enum StoredOptions {
    static func text(_ options: Set<NotificationAuthorizationOption>) -> String {
        options.map(\.rawValue).sorted().joined(separator: " ")
    }

    /// Reads a set; names that are not known any more are passed over.
    static func value(_ text: String) -> Set<NotificationAuthorizationOption> {
        Set(text.split(separator: " ").compactMap { NotificationAuthorizationOption(rawValue: String($0)) })
    }
}
