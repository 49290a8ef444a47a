import JSON

/// The result of one examination.
struct Finding: Codable, Hashable, Sendable {
    /// The severity of a finding.
    enum Severity: String, Codable, Hashable, Sendable {
        /// Nothing is wrong.
        case good = "ok"
        /// Something is missing, but Today works without it.
        case warning
        /// Today does not work, or only in part, until this is fixed.
        case problem
    }

    /// The subject of the examination, in one or two words.
    var subject: String
    /// The severity.
    var severity: Severity
    /// The result, as a sentence.
    var text: String
    /// The remedy, as a sentence; `nil` if none is needed.
    var remedy: String?

    init(_ subject: String, _ severity: Severity, _ text: String, remedy: String? = nil) {
        self.subject = subject
        self.severity = severity
        self.text = text
        self.remedy = remedy
    }
}

/// The findings of `today doctor`.
struct DoctorReport: Report {
    var findings: [Finding]
    /// The number of columns into which the table must fit; `nil` for no limit.
    var width: Int?

    /// A line for each finding, and one for each remedy.
    var text: String {
        var table = TextTable("", "WHAT", "FOUND")
        for finding in findings {
            table.add(finding.severity.rawValue, finding.subject, finding.text)
            if let remedy = finding.remedy { table.add("", "", "-> \(remedy)") }
        }
        return table.text(width: width)
    }

    var json: JSONValue { .encoding(findings) }
}
