import ArgumentParser
import Foundation
import HostDaemon
import HostModel
import JSON
import LocalAPI

struct DoctorCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the machine, the state folder and the running Today, and suggest fixes.",
        discussion: """
            Changes nothing. Ends with status 1 if there is a problem; a warning is not one. Today need not be running.

            EXAMPLES
              today doctor
              today doctor --json
            """
    )

    @Flag(help: "Print the findings as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func run(in context: CommandContext) async throws {
        let location = try StateLocation(option: host.state, context: context)
        var findings = [Self.configuration(location.configurationFile)]
        findings += await StateFolderExamination(
            folder: location.stateDirectory,
            environment: context.environment,
            zone: context.zone
        ).findings()
        findings += await MachineExamination.findings(environment: context.environment)
        findings += await running(context)
        context.print(DoctorReport(findings: findings), asJSON: json)
        let problems = findings.count { $0.severity == .problem }
        guard problems == 0 else {
            throw CommandError(problems == 1 ? "There is a problem." : "There are \(problems) problems.")
        }
    }

    private static func configuration(_ path: String) -> Finding {
        do throws(HostError) {
            _ = try UserConfiguration(contentsOf: path)
            let exists = FileManager.default.fileExists(atPath: path)
            let text = exists ? "\(path) can be read." : "There is none; the defaults apply."
            return .good("Configuration", text)
        } catch {
            return .problem("Configuration", error.message).remedied(by: "Correct \(path).")
        }
    }

    private func running(_ context: CommandContext) async -> [Finding] {
        do {
            let client = try host.client(context)
            let version = try await client.send(GetVersionRequest())
            var findings: [Finding] = [
                version.version == TodayVersion.current
                    ? .good("Host", "Today \(version.version) runs as process \(version.pid).")
                    : .warning(
                        "Host",
                        "Today \(version.version) runs, but this command is of version \(TodayVersion.current)."
                    ).remedied(by: "Restart Today: “today stop”, then “today run”.")
            ]
            let cloud = try await client.send(GetCloudStatusRequest())
            findings.append(Self.finding(for: cloud, context))
            findings.append(Self.finding(for: try await client.send(GetProcessLimitsRequest()).enforcement))
            let viewer = try host.viewer(context)
            let screen = try await client.send(GetScreenRequest(for: viewer, opens: false, settle: .zero))
            findings += screen.warnings.map { .warning("Screen", $0.english) }
            findings += Self.findings(for: try await client.send(ListDevicesRequest()), context.dates)
            return findings
        } catch let error as HostError where error.code == .notRunning {
            return [.warning("Host", "Today is not running.").remedied(by: "Start it with: today run")]
        } catch {
            let reason = (error as? HostError)?.message ?? (error as? CommandError)?.message ?? "\(error)"
            return [
                .problem("Host", "Today runs but does not answer: \(reason)")
                    .remedied(by: "See its log with: today logs")
            ]
        }
    }

    private static func finding(for enforcement: LimitEnforcement) -> Finding {
        let sentence = enforcement.enforcementSentence.english
        guard enforcement.controllers.isEmpty else { return .good("Limits", sentence) }
        return .warning("Limits", sentence)
            .remedied(
                by: "Run Today as a service of systemd on a machine with cgroups version 2: today service install."
            )
    }

    private static func findings(for devices: [Device], _ dates: Dates) -> [Finding] {
        let silent = devices.filter(\.isSilent)
        guard !silent.isEmpty else {
            return devices.isEmpty ? [] : [.good("Devices", "Each device was seen as recently as usual.")]
        }
        return silent.map { device in
            .warning("Devices", device.silenceSentence(dates))
                .remedied(by: "Open Today there, or sign it out: today devices sign-out \(device.id.prefix(12))")
        }
    }

    private static func finding(for status: CloudStatus, _ context: CommandContext) -> Finding {
        let text = CloudStatusReport(status: status).text(in: context)
        switch status.state {
        case .connected, .notLinked: return .good("Cloud", text)
        case .connecting, .offline:
            return .warning("Cloud", text)
                .remedied(by: "Today tries again by itself; check the cloud's address and the network.")
        case .unregistered:
            return .problem("Cloud", text)
                .remedied(by: "Ask the cloud's operator for a token, then join again with: today link URL")
        }
    }
}

struct DoctorReport: Report {
    var findings: [Finding]

    func text(in context: CommandContext) -> String {
        var table = TextTable("", "WHAT", "FOUND")
        for finding in findings {
            table.add(finding.severity.rawValue, finding.subject, finding.text)
            if let remedy = finding.remedy { table.add("", "", "-> \(remedy)") }
        }
        return table.text(width: context.tableWidth)
    }

    var json: JSONValue { .encoding(findings) }
}
