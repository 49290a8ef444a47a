package import JSON
import TodayProtocol
package import TodayScreen

/// The newest updates of a widget.
package struct LedgerReport: Report {
    /// The updates, newest first.
    package var entries: [LedgerEntry]
    /// The time zone to show times in.
    package var zone: String

    /// Reports updates.
    package init(entries: [LedgerEntry], zone: String) {
        self.entries = entries
        self.zone = zone
    }

    /// A line for each update.
    package var text: String {
        guard !entries.isEmpty else { return "The widget has not been updated yet." }
        let dates = Dates(zone: zone)
        var table = TextTable("TIME", "WHY", "OUTCOME", "TOOK", "PEAK MEMORY", "")
        for entry in entries {
            table.add(
                dates.person(entry.date),
                entry.reasons.map(\.rawValue).sorted().joined(separator: ", "),
                entry.outcome.rawValue,
                Dates.duration(milliseconds: entry.milliseconds),
                entry.peakMemory.map(Dates.memory) ?? "",
                entry.message ?? ""
            )
        }
        return table.text
    }

    /// An array of updates.
    package var json: JSONValue {
        .array(
            entries.map { entry in
                var members: [String: JSONValue] = [
                    "date": .string(Dates.machine(entry.date)),
                    "reasons": .array(entry.reasons.map(\.rawValue).sorted().map(JSONValue.string)),
                    "outcome": .string(entry.outcome.rawValue),
                    "milliseconds": .real(entry.milliseconds),
                ]
                members["peakMemory"] = entry.peakMemory.map(JSONValue.integer)
                members["message"] = entry.message.map(JSONValue.string)
                return .object(members)
            }
        )
    }
}
