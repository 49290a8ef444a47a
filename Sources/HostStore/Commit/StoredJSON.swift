import JSON
import StoreSupport

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
