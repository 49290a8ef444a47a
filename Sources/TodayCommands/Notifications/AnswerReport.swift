package import JSON

/// What came of acting on a notification.
package struct AnswerReport: Report {
    /// The address that opens, if one does.
    package var opens: String?

    /// Reports that it is done.
    package init(opens: String? = nil) { self.opens = opens }

    /// Nothing: it is done.
    package var text: String { "" }

    /// Whether it is done or opens an address, and which.
    package var json: JSONValue {
        guard let opens else { return ["outcome": "done"] }
        return ["outcome": "open", "url": .string(opens)]
    }
}
