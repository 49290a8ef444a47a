import ArgumentParser
import CardRendering
import HostModel
import JSON
import LocalAPI
import TodayProtocol

struct SettingsReport: Report {
    var apps: [AppNotificationDescription]
    var quietHours: QuietHours = .initial

    func text(in context: CommandContext) -> String {
        let table = apps.isEmpty ? "No app has asked to notify you." : AppSettingsReport.table(apps, context)
        return quietHours.isOn ? "\(table)\n\(quietHours.sentence)" : table
    }

    var json: JSONValue { .array(apps.map { AppSettingsReport(app: $0).json }) }
}

extension QuietHours {
    var sentence: String { "Quiet hours: \(isOn ? text : "off")" }
}

struct AppSettingsReport: Report {
    var app: AppNotificationDescription

    func text(in context: CommandContext) -> String { Self.table([app], context) }

    var json: JSONValue {
        .members([
            "app": app.settings.app, "title": app.title, "authorization": app.settings.authorization,
            "wanted": app.settings.wanted.map(\.rawValue).sorted(),
            "allowed": app.settings.allowed.map(\.rawValue).sorted(), "alertStyle": app.settings.alertStyle,
            "isQuiet": app.settings.isQuiet,
        ])
    }

    /// Returns a line for each app, with its options below it if the output is narrow.
    static func table(_ apps: [AppNotificationDescription], _ context: CommandContext) -> String {
        let formatter = TerminalFormatter(context)
        if formatter.isNarrow { return narrowTable(apps, formatter) }
        var table = TextTable("APP", "NOTIFICATIONS", "ALERTS", "SOUNDS", "BADGES", "STYLE")
        for app in apps {
            let settings = app.settings
            let word = word(settings)
            let switches = [NotificationAuthorizationOption.alert, .sound, .badge].map { option in
                guard settings.authorization == .authorized else { return "-" }
                return settings.allowed.contains(option) ? "on" : "off"
            }
            table.add(app.title, word, switches[0], switches[1], switches[2], style(settings))
        }
        return table.text
    }

    private static func narrowTable(_ apps: [AppNotificationDescription], _ formatter: TerminalFormatter) -> String {
        var table = TextTable("APP", "NOTIFICATIONS")
        for app in apps {
            table.add(formatter.cut(app.title, to: formatter.width - 25), word(app.settings))
            guard app.settings.authorization == .authorized else { continue }
            let names: [(NotificationAuthorizationOption, String)] = [
                (.alert, "alerts"), (.sound, "sounds"), (.badge, "badges"),
            ]
            let on = names.filter { app.settings.allowed.contains($0.0) }.map(\.1)
            table.add("", on.isEmpty ? "nothing" : on.joined(separator: ", "))
            if app.settings.isQuiet || app.settings.alertStyle != .banner {
                table.add("", "style \(style(app.settings))")
            }
        }
        return table.text
    }

    private static func style(_ settings: AppNotificationSettings) -> String {
        guard settings.authorization == .authorized, settings.allowed.contains(.alert) else { return "-" }
        return settings.isQuiet ? "quiet" : settings.alertStyle.rawValue
    }

    private static func word(_ settings: AppNotificationSettings) -> String {
        switch settings.authorization {
        case .authorized: "allowed"
        case .denied: "denied"
        case .notDetermined: settings.wanted.isEmpty ? "not asked" : "to be answered"
        }
    }
}

struct RightsArguments: ParsableArguments {
    @Flag(help: "Show everything that the app may do.")
    var rights = false

    @Option(help: .value("RIGHT", "Revoke a right of the app; may be repeated."))
    var revoke: [String] = []

    @Option(help: .value("RIGHT", "Restore a revoked right; may be repeated."))
    var restore: [String] = []

    var isUsed: Bool { rights || !revoke.isEmpty || !restore.isEmpty }

    func apply(to app: AppID, _ client: HostClient, _ viewer: Viewer) async throws -> AppRightsReport {
        for right in revoke { try await client.send(SetAppRightRequest(right, false, of: app)) }
        for right in restore { try await client.send(SetAppRightRequest(right, true, of: app)) }
        return AppRightsReport(app: try await client.send(GetAppRightsRequest(of: app, language: viewer.language)))
    }
}

struct AppRightsReport: Report {
    var app: AppRightsDescription

    func text(in context: CommandContext) -> String {
        let table = TextTable(
            of: app.rights,
            ("RIGHT", \.identifier),
            ("STATE", Self.state),
            ("WHAT IT ALLOWS", \.sentence.english)
        )
        let sentences = ([app.signatureSentence] + app.unsupported + app.limits).map { TerminalText.safe($0.english) }
        return ([table.text(width: context.tableWidth)] + sentences).joined(separator: "\n")
    }

    var json: JSONValue {
        .members([
            "app": app.app, "title": app.title, "version": app.version, "signer": app.signer.orNull,
            "rights": JSONValue.list(app.rights) {
                [
                    "identifier": $0.identifier, "sentence": $0.sentence, "isGranted": $0.isGranted,
                    "isRevocable": $0.isRevocable,
                ]
            },
            "unsupported": app.unsupported,
        ])
    }

    private static func state(_ right: AppRightsDescription.Right) -> String {
        right.isRevocable ? right.isGranted ? "on" : "off" : "always"
    }
}
