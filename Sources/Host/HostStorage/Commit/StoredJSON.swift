import HostModel
import JSON
import SQLiteSupport
import TodayProtocol

/// The coding of values as JSON in a column; equal values have equal texts.
enum StoredJSON {
    /// Encodes a value; refused with code `invalid`, which names the value, if JSON cannot express it.
    static func text(_ value: some Encodable, of what: @autoclosure () -> String) throws(StoreError) -> String {
        do {
            return try JSONValue(encoding: value).jsonText
        } catch {
            throw StoreError(.invalid, "\(what()) cannot be kept: it holds what JSON cannot express.", cause: error)
        }
    }

    /// Decodes a value; fails with code `unavailable`, which names the value, if the text is damaged.
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

/// The coding of a notification's own actions in a column; `NULL` if there are none.
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

/// The coding of authorization options in a column: their names, separated by spaces.
enum StoredOptions {
    static func text(_ options: Set<NotificationAuthorizationOption>) -> String {
        options.map(\.rawValue).sorted().joined(separator: " ")
    }

    /// Decodes a set; unknown names are ignored.
    static func value(_ text: String) -> Set<NotificationAuthorizationOption> {
        Set(text.split(separator: " ").compactMap { NotificationAuthorizationOption(rawValue: String($0)) })
    }
}

extension LocalizableText {
    /// Returns the text for a column, as English text that is cut if it does not fit into a number of bytes.
    func stored(bytes: Int) -> String {
        let stored = stored
        return stored.utf8.count <= bytes ? stored : english.prefix(utf8Count: bytes)
    }
}
