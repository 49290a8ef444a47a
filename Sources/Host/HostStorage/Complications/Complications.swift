import GRDB
import HostModel
import SQLiteSupport
package import TodayProtocol

package enum ComplicationLimits {
    /// The largest length of the short text, in Unicode code points.
    package static let shortText = 64
    /// The largest length of the long text, in Unicode code points.
    package static let longText = 256
    /// The largest length of the symbol, in Unicode code points.
    package static let symbol = 64
    package static let classes = 8
    package static let className = 32

    /// Checks every value of a complication; refused with code `invalid`, which names the value and its limit.
    package static func check(_ complication: Complication) throws(StoreError) {
        try check(complication.shortText, "short text", limit: shortText)
        if let text = complication.longText { try check(text, "long text", limit: longText) }
        if let text = complication.symbol { try check(text, "symbol", limit: symbol) }
        if let gauge = complication.gauge, !(0...1).contains(gauge) {
            throw StoreError(.invalid, "The gauge of a complication is a number from 0 to 1, not \(gauge).")
        }
        guard complication.classes.count <= classes else {
            throw StoreError(
                .invalid,
                "A complication has at most \(classes) classes, not \(complication.classes.count)."
            )
        }
        for name in complication.classes where !isClass(name) {
            throw StoreError(
                .invalid,
                "A class of a complication has 1 to \(className) characters a to z, 0 to 9 and the hyphen."
            )
        }
    }

    private static func check(_ text: String, _ name: String, limit: Int) throws(StoreError) {
        // Counting stops at the limit, however long the text is.
        guard !text.isEmpty, text.unicodeScalars.dropFirst(limit).isEmpty else {
            throw StoreError(.invalid, "The \(name) of a complication has 1 to \(limit) characters.")
        }
        guard text.unicodeScalars.allSatisfy({ !isControl($0) }) else {
            throw StoreError(.invalid, "The \(name) of a complication is one line without control characters.")
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private static func isClass(_ name: String) -> Bool {
        (1...className).contains(name.utf8.count) && name.isPlain(besides: "-") && name == name.lowercased()
    }
}

package enum ComplicationOperation: Hashable, Sendable {
    /// Sets an app's complication; `unchanged` if it is the current one.
    ///
    /// Refused with code `invalid` beyond ``ComplicationLimits``, and with `notFound` if the app is not installed, so
    /// that no complication remains of an app that is being removed.
    case set(AppID, Complication)
    case remove(AppID)
}

extension TransactionContext {
    func apply(_ operation: ComplicationOperation) throws -> OperationOutcome {
        switch operation {
        case .set(let app, let complication):
            try ComplicationLimits.check(complication)
            try requireInstalled(app)
            return try run(
                """
                INSERT INTO complication (appID, value) VALUES (?, ?)
                ON CONFLICT (appID) DO UPDATE SET value = excluded.value WHERE value <> excluded.value
                """,
                [app, try StoredJSON.text(complication, of: "The complication of \(app)")],
                recording: .complication(app, complication)
            )
        case .remove(let app):
            return try run("DELETE FROM complication WHERE appID = ?", [app], recording: .complication(app, nil))
        }
    }
}

extension DurableReader {
    /// Reads the complications of all apps, ordered by bundle identifier; damaged ones are skipped and logged.
    package func complications() throws -> [(app: AppID, complication: Complication)] {
        try readableRows("SELECT appID, value FROM complication ORDER BY appID") { row throws(StoreError) in
            let app = AppID(row[0])
            return (app, try StoredJSON.value(row[1], of: "the complication of \(app)"))
        }
    }
}
