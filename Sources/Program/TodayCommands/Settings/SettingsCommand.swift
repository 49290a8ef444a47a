import ArgumentParser
import HostModel
import LocalAPI
import TodayProtocol

struct SettingsCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show or change which notifications an app may send, and what else it may do.",
        discussion: """
            Without APP, shows every app that asked. Without options, shows the settings and changes nothing. With --rights,
            --revoke or --restore, the command is about the rights of the app; a revoked right stays revoked after
            restarts and updates.

            EXAMPLES
              today settings
              today settings "Shopping List" --allow
              today settings "Shopping List" --sounds off --badges off
              today settings "Shopping List" --style alert
              today settings "Shopping List" --quiet
              today settings --quiet-hours 22:00-07:00
              today settings --quiet-hours off
              today settings --time-zone Europe/Berlin
              today settings --group-size 256 --group-files 50000
              today settings "Shopping List" --deny
              today settings Weather --rights
              today settings Weather --revoke host:api.open-meteo.com
            """
    )

    @Argument(help: .value("APP", "The app's bundle identifier or name."))
    var app: String?

    @Flag(help: "Let the app notify you.")
    var allow = false

    @Flag(help: "Do not let the app notify you.")
    var deny = false

    @Option(help: .value("SWITCH", "Whether its notifications are shown: on or off."))
    var alerts: SwitchArgument?

    @Option(help: .value("SWITCH", "Whether its notifications make sounds: on or off."))
    var sounds: SwitchArgument?

    @Option(help: .value("SWITCH", "Whether its icon has a number: on or off."))
    var badges: SwitchArgument?

    @Option(
        help: ArgumentHelp(
            "How its notifications appear: none (in the list only), banner (disappears) or alert (stays until answered).",
            valueName: "STYLE"
        )
    )
    var style: AlertStyleArgument?

    @Flag(
        inversion: .prefixedNo,
        help: "Deliver its notifications quietly: to the list only, without a sound, and without changing the badge."
    )
    var quiet: Bool?

    @Option(
        help: ArgumentHelp(
            "When notifications of all apps are delivered quietly unless they are time-sensitive: a time such as 22:00-07:00, on or off.",
            valueName: "HOURS"
        )
    )
    var quietHours: QuietHoursArgument?

    @Option(
        help: .value("ZONE", "The time zone of widgets, reminders and quiet hours, or system for that of the machine.")
    )
    var timeZone: String?

    @Option(help: .value("MIB", "The maximum size of each app group's folder in MiB; 64 unless changed."))
    var groupSize: Int?

    @Option(
        help: .value("N", "The maximum number of files and folders in each app group's folder; 10000 unless changed.")
    )
    var groupFiles: Int?

    @Flag(help: "Print the settings as JSON.")
    var json = false

    @OptionGroup var rights: RightsArguments

    @OptionGroup var host: HostOptions

    func validate() throws {
        if rights.isUsed {
            guard app != nil else { throw ValidationError("Name the app whose rights you mean.") }
            guard change.isEmpty else { throw ValidationError("Change notifications and rights one after the other.") }
        }
        guard !(allow && deny) else { throw ValidationError("Use --allow or --deny, not both.") }
        guard app != nil || change.isEmpty else { throw ValidationError("Name the app whose settings you change.") }
        guard app == nil || quietHours == nil else {
            throw ValidationError("Quiet hours are for all apps: use --quiet-hours without APP.")
        }
        guard app == nil || timeZone == nil else {
            throw ValidationError("The time zone is for all apps: use --time-zone without APP.")
        }
        let limits = [
            ("size", "--group-size", groupSize, SetGroupLimitRequest.sizes),
            ("number", "--group-files", groupFiles, SetGroupLimitRequest.files),
        ]
        for (what, option, limit, range) in limits {
            guard let limit else { continue }
            guard app == nil else { throw ValidationError("The \(what) is for all groups: use \(option) without APP.") }
            guard range.contains(limit) else {
                throw ValidationError("\(option) is a number from 1 to \(range.upperBound).")
            }
        }
    }

    func run(with client: HostClient, in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        if rights.isUsed, let app {
            let id = try await client.send(FindAppRequest(app))
            return context.print(try await rights.apply(to: id, client, viewer), asJSON: json)
        }
        if groupSize != nil || groupFiles != nil {
            try await client.send(SetGroupLimitRequest(mebibytes: groupSize, files: groupFiles))
            let limits = try await client.send(GetProcessLimitsRequest())
            return context.print(GroupLimitReport(limits: limits), asJSON: json)
        }
        if let timeZone {
            let zone = try await client.send(SetTimeZoneRequest(timeZone == "system" ? nil : timeZone))
            return context.print("Time zone: \(zone)", or: ["timeZone": zone], asJSON: json)
        }
        if let quietHours { return try await set(quietHours, client, context) }
        let apps = try await client.send(ListNotificationSettingsRequest(language: viewer.language))
        guard let app else {
            let report = SettingsReport(apps: apps, quietHours: try await client.send(GetQuietHoursRequest()))
            return context.print(report, asJSON: json)
        }
        let id = try await client.findNotifyingApp(app)
        var description =
            if let asked = apps.first(where: { $0.settings.app == id }) {
                asked
            } else {
                try await unasked(id, client, viewer)
            }
        if !change.isEmpty {
            let settings = try change.applied(to: description.settings)
            try await client.send(
                SetNotificationSettingsRequest(
                    settings.authorization,
                    allowed: settings.allowed,
                    alertStyle: change.style,
                    isQuiet: change.isQuiet,
                    of: id
                )
            )
            description.settings = settings
        }
        context.print(AppSettingsReport(app: description), asJSON: json)
    }

    private func set(_ argument: QuietHoursArgument, _ client: HostClient, _ context: CommandContext) async throws {
        var hours = try await client.send(GetQuietHoursRequest())
        switch argument {
        case .hours(let new): hours = new
        case .isOn(let isOn): hours.isOn = isOn
        }
        try await client.send(SetQuietHoursRequest(hours))
        let (from, to) = (QuietHours.text(hours.from), QuietHours.text(hours.to))
        context.print(hours.sentence, or: ["isOn": hours.isOn, "from": from, "to": to], asJSON: json)
    }

    private func unasked(
        _ app: AppID,
        _ client: HostClient,
        _ viewer: Viewer
    ) async throws -> AppNotificationDescription {
        let none = AppNotificationSettings(app: app, authorization: .notDetermined, wanted: [], allowed: [])
        if let title = BuiltInApp.title(of: app, in: viewer.language) {
            return AppNotificationDescription(title: title, settings: none.effective)
        }
        let title = try await client.send(ListAppsRequest(language: viewer.language)).first { $0.id == app }?.title
        return AppNotificationDescription(title: title ?? app.rawValue, settings: none)
    }

    var change: SettingsChange {
        var change = SettingsChange(allows: allow ? true : deny ? false : nil)
        change.switches[.alert] = alerts.map { $0 == .on }
        change.switches[.sound] = sounds.map { $0 == .on }
        change.switches[.badge] = badges.map { $0 == .on }
        change.style = style.flatMap { NotificationAlertStyle(rawValue: $0.rawValue) }
        change.isQuiet = quiet
        return change
    }
}

struct SettingsChange: Hashable, Sendable {
    /// `true` if the app may notify at all; as for the others, `nil` leaves it unchanged.
    var allows: Bool?
    var switches: [NotificationAuthorizationOption: Bool] = [:]
    var style: NotificationAlertStyle?
    var isQuiet: Bool?

    var isEmpty: Bool { allows == nil && switches.isEmpty && style == nil && isQuiet == nil }

    /// Returns the changed settings; fails if an option is switched for an app that was neither allowed nor denied.
    ///
    /// Allowing an app allows everything that it has requested since the last answer, or everything if it has requested
    /// nothing.
    func applied(to settings: AppNotificationSettings) throws(CommandError) -> AppNotificationSettings {
        var settings = settings
        if settings.authorization == .notDetermined {
            guard allows != nil else {
                throw CommandError(
                    "You have not decided yet whether \(settings.app) may notify you: add --allow or --deny."
                )
            }
            settings.allowed = settings.wanted.isEmpty ? Set(NotificationAuthorizationOption.allCases) : settings.wanted
        }
        if allows == true { settings.allowed.formUnion(settings.unanswered) }
        if let allows { settings.authorization = allows ? .authorized : .denied }
        for (option, isOn) in switches {
            if isOn { settings.allowed.insert(option) } else { settings.allowed.remove(option) }
        }
        settings.alertStyle = style ?? settings.alertStyle
        settings.isQuiet = isQuiet ?? settings.isQuiet
        return settings
    }
}

/// Quiet hours as an argument: new times, or `on` or `off` for the last ones.
enum QuietHoursArgument: Hashable, ExpressibleByArgument, Sendable {
    case hours(QuietHours)
    case isOn(Bool)

    init?(argument: String) {
        switch argument {
        case "on": self = .isOn(true)
        case "off": self = .isOn(false)
        default:
            guard let hours = QuietHours(argument) else { return nil }
            self = .hours(hours)
        }
    }
}

enum AlertStyleArgument: String, CaseIterable, ExpressibleByArgument, Sendable {
    case none, banner, alert
}

enum SwitchArgument: String, CaseIterable, ExpressibleByArgument, Sendable {
    case on, off
}
