import Foundation
import HostModel
import ProcessHost

/// Examines the programs and features of the machine that Today needs.
package struct MachineExamination {
    private let environment: [String: String]

    package init(environment: [String: String]) { self.environment = environment }

    package func findings() async -> [Finding] { [await sandbox(), certificates, timeZones, desktop] }

    private func sandbox() async -> Finding {
        let command = SandboxCommandBuilder(tools: .installed(), limits: ResourceLimits(), system: .current())
        switch await SandboxProbe(command).run() {
        case .success(let features) where features.limitsProcesses && features.disablesUserNamespaces:
            let files = features.rulesFiles ? "Landlock is" : "Without Landlock, there is not"
            return Finding("Sandbox", .good, "Apps and widgets run in a sandbox. \(files) a second layer for files.")
        case .success:
            return Finding(
                "Sandbox",
                .warning,
                "Apps and widgets run in a sandbox, but this kernel or bubblewrap lacks some of its limits.",
                remedy: "Update bubblewrap to 0.8 and Linux to 5.14, or newer."
            )
        case .failure(let failure):
            return Finding(
                "Sandbox",
                .problem,
                "There is no sandbox: \(failure.reason.english).",
                remedy: "Install bubblewrap and util-linux, and allow users to create user namespaces."
            )
        }
    }

    private var certificates: Finding {
        guard FileManager.default.fileExists(atPath: "/etc/ssl/certs/ca-certificates.crt") else {
            return Finding(
                "Certificates",
                .problem,
                "There are no certificates, so nothing can be fetched with https.",
                remedy: "Install ca-certificates."
            )
        }
        return Finding("Certificates", .good, "Servers can be verified.")
    }

    private var timeZones: Finding {
        guard FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin") else {
            return Finding(
                "Time zones",
                .problem,
                "There is no time zone database, so reminders can appear at the wrong hour.",
                remedy: "Install tzdata."
            )
        }
        return Finding("Time zones", .good, "The time zone is \(TimeZone.current.identifier).")
    }

    private var desktop: Finding {
        guard environment["DBUS_SESSION_BUS_ADDRESS", default: ""].isEmpty,
            !FileManager.default.fileExists(atPath: "\(environment["XDG_RUNTIME_DIR", default: "/nonexistent"])/bus")
        else {
            return Finding("Desktop", .good, "A host that starts in this session shows notifications on the desktop.")
        }
        return Finding(
            "Desktop",
            .good,
            """
            There is no session bus here: a host that starts in this session shows notifications on pages and in the \
            terminal.
            """
        )
    }
}

/// The result of one examination.
package struct Finding: Codable, Hashable, Sendable {
    /// The severity of a finding.
    package enum Severity: String, Codable, Hashable, Sendable {
        /// Nothing is wrong.
        case good = "ok"
        /// Something is missing, but Today works without it.
        case warning
        /// Today does not work, or only in part, until this is fixed.
        case problem
    }

    /// The subject of the examination, in one or two words.
    package var subject: String
    /// The severity.
    package var severity: Severity
    /// The result, as a sentence.
    package var text: String
    /// The remedy, as a sentence; `nil` if none is needed.
    package var remedy: String?

    package init(_ subject: String, _ severity: Severity, _ text: String, remedy: String? = nil) {
        self.subject = subject
        self.severity = severity
        self.text = text
        self.remedy = remedy
    }
}
