import Foundation
import HostModel
import ProcessHost

/// Examines the programs and features of the machine that Today needs.
package enum MachineExamination {
    package static func findings(environment: [String: String]) async -> [Finding] {
        [await sandbox(), certificates, timeZones, desktop(environment)]
    }

    private static func sandbox() async -> Finding {
        let command = SandboxCommandBuilder(tools: .installed(), limits: ResourceLimits(), system: .current())
        switch await SandboxProbe(command).run() {
        case .success(let features) where features.limitsProcesses && features.disablesUserNamespaces:
            let files = features.rulesFiles ? "Landlock is" : "Without Landlock, there is not"
            return .good("Sandbox", "Apps and widgets run in a sandbox. \(files) a second layer for files.")
        case .success:
            return .warning(
                "Sandbox",
                "Apps and widgets run in a sandbox, but this kernel or bubblewrap lacks some of its limits."
            ).remedied(by: "Update bubblewrap to 0.8 and Linux to 5.14, or newer.")
        case .failure(let failure):
            return .problem("Sandbox", "There is no sandbox: \(failure.reason.english).")
                .remedied(by: "Install bubblewrap and util-linux, and allow users to create user namespaces.")
        }
    }

    private static var certificates: Finding {
        guard FileManager.default.fileExists(atPath: "/etc/ssl/certs/ca-certificates.crt") else {
            return .problem("Certificates", "There are no certificates, so nothing can be fetched with https.")
                .remedied(by: "Install ca-certificates.")
        }
        return .good("Certificates", "Servers can be verified.")
    }

    private static var timeZones: Finding {
        guard FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin") else {
            return .problem("Time zones", "There is no time zone database, so reminders can appear at the wrong hour.")
                .remedied(by: "Install tzdata.")
        }
        return .good("Time zones", "The time zone is \(TimeZone.current.identifier).")
    }

    private static func desktop(_ environment: [String: String]) -> Finding {
        guard environment["DBUS_SESSION_BUS_ADDRESS", default: ""].isEmpty,
            !FileManager.default.fileExists(atPath: "\(environment["XDG_RUNTIME_DIR", default: "/nonexistent"])/bus")
        else {
            return .good("Desktop", "A host that starts in this session shows notifications on the desktop.")
        }
        return .good(
            "Desktop",
            "There is no session bus here: a host that starts in this session shows notifications on pages and in the "
                + "terminal."
        )
    }
}

package struct Finding: Codable, Hashable, Sendable {
    package enum Severity: String, Codable, Hashable, Sendable {
        case good = "ok"
        /// Something is missing, but Today works without it.
        case warning
        /// Today does not work, or only in part, until this is fixed.
        case problem
    }

    package var subject: String
    package var severity: Severity
    package var text: String
    package var remedy: String?

    package static func good(_ subject: String, _ text: String) -> Finding { Finding(subject, .good, text) }

    package static func warning(_ subject: String, _ text: String) -> Finding { Finding(subject, .warning, text) }

    package static func problem(_ subject: String, _ text: String) -> Finding { Finding(subject, .problem, text) }

    package init(_ subject: String, _ severity: Severity, _ text: String, remedy: String? = nil) {
        self.subject = subject
        self.severity = severity
        self.text = text
        self.remedy = remedy
    }

    package func remedied(by remedy: String) -> Finding {
        var finding = self
        finding.remedy = remedy
        return finding
    }
}
