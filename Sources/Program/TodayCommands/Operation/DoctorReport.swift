package import JSON

/// What one examination has found.
package struct Finding: Hashable, Sendable {
    /// How serious a finding is.
    package enum Severity: String, Hashable, Sendable {
        /// All is as it should be.
        case good = "ok"
        /// Something is missing, but Today works without it.
        case warning
        /// Today cannot work, or only in part, until this is mended.
        case problem
    }

    /// What was examined, in one or two words.
    package var subject: String
    /// How serious it is.
    package var severity: Severity
    /// What was found, as a sentence.
    package var text: String
    /// What to do, as a sentence; `nil` if there is nothing to do.
    package var remedy: String?

    package init(_ subject: String, _ severity: Severity, _ text: String, remedy: String? = nil) {
        self.subject = subject
        self.severity = severity
        self.text = text
        self.remedy = remedy
    }
}

/// The findings of `today doctor`.
package struct DoctorReport: Report {
    package var findings: [Finding]
    /// The number of columns into which the table must fit, if any.
    package var width: Int?

    package init(findings: [Finding], width: Int? = nil) { (self.findings, self.width) = (findings, width) }

    /// A line for each finding, and one for each remedy.
    package var text: String {
        var table = TextTable("", "WHAT", "FOUND")
        for finding in findings {
            table.add(finding.severity.rawValue, finding.subject, finding.text)
            if let remedy = finding.remedy { table.add("", "", "-> \(remedy)") }
        }
        return table.text(width: width)
    }

    package var json: JSONValue {
        .array(
            findings.map { finding in
                var members: [String: JSONValue] = [
                    "subject": .string(finding.subject), "severity": .string(finding.severity.rawValue),
                    "text": .string(finding.text),
                ]
                members["remedy"] = finding.remedy.map { .string($0) }
                return .object(members)
            }
        )
    }
}
