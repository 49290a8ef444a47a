import ArgumentParser
import CardRendering
import Foundation
import HostDaemon
import HostModel
import JSON
import LocalAPI
import TodayProtocol

struct NotifyCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "notify",
        abstract: "Show a notification, now or later, and optionally wait for the answer.",
        discussion: """
            The notification belongs to the built-in app Scripts, and appears wherever notifications appear. Prints its
            identifier; a later notification with the same identifier replaces it.

            An action may have options before its title: text (asks for a text), destructive and passcode.
            With --wait the answer is printed as JSON. Its "action" is the action's identifier, today.default if the
            person opened the notification, or today.dismiss. If nobody answers, the exit status is 5.

            When the command ends without an answer, the notification says that nobody is waiting any more. With --keep it
            can still be answered, and --collect reads the answer later.

            EXAMPLES
              today notify "Backup done" --body "312 files in 4 minutes."
              today notify "Stretch" --in 45m --sound default
              today notify --badge 3
              today notify "Stand-up" --at 9:55 --level time-sensitive
              today notify "Continue?" --category yes-no --wait
              today notify "Deploy?" --action yes=Deploy --action no:destructive=Cancel --wait --timeout 10m
              today notify "What shall I log?" --action reply:text=Log --wait
              today notify "Deploy?" --category yes-no --id deploy --keep
              today notify --collect deploy
            """
    )

    @Argument(help: .value("TITLE", "The title."))
    var titleArgument: String?

    @Option(parsing: .unconditional, help: .value("TEXT", "The title, instead of the argument."))
    var title: String?

    @Option(parsing: .unconditional, help: .value("TEXT", "A second line below the title."))
    var subtitle: String?

    @Option(parsing: .unconditional, help: .value("TEXT", "The text."))
    var body: String?

    @Option(help: .value("NAME", "Ready-made actions: yes-no, ok-cancel or reply."))
    var category: ScriptCategory?

    @Option(
        name: .customLong("action"),
        help: .value("ID[:OPTION,…]=TITLE", "A custom action; up to four."),
        transform: ActionArgument.init(argument:)
    )
    var actions: [ActionArgument] = []

    @Option(help: .value("URL", "The address to open when the notification is opened."))
    var url: String?

    @Option(
        help: .value("TIME", "When: 8:30, \"2026-11-21 08:30\", or with a zone as in RFC 3339."),
        transform: PointInTime.init(argument:)
    )
    var at: PointInTime?

    @Option(
        name: .customLong("in"),
        help: .value("DURATION", "How long from now: 90s, 5m, 1h30m, 2d."),
        transform: TimeSpan.init(argument:)
    )
    var delay: TimeSpan?

    @Option(help: .value("N", "The number on the icon of Scripts; 0 clears it. Without a title nothing else changes."))
    var badge: Int?

    @Option(help: .value("NAME", "A sound of the desktop's theme, or default."))
    var sound: String?

    @Option(
        help: .value("LEVEL", "The interruption level: passive, active or time-sensitive."),
        completion: .list(NotificationInterruptionLevel.allCases.map(\.rawValue)),
        transform: { text in
            guard let level = NotificationInterruptionLevel(rawValue: text) else {
                throw ValidationError("use passive, active or time-sensitive")
            }
            return level
        }
    )
    var level: NotificationInterruptionLevel?

    @Option(help: .value("ID", "The identifier; one is generated if left out."))
    var id: String?

    @Flag(help: "Wait for what the person does, and print it as JSON.")
    var wait = false

    @Option(
        help: .value("DURATION", "How long to wait at most: 90s, 5m, 1h30m, 2d."),
        transform: TimeSpan.init(argument:)
    )
    var timeout: TimeSpan?

    @Flag(help: "Let the person answer also when this command has ended; --collect reads the answer.")
    var keep = false

    @Option(help: .value("ID", "Print the answer to a notification that was posted with --keep."))
    var collect: String?

    @Flag(help: "Print the identifier as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func validate() throws {
        if collect != nil {
            let others: [Any?] = [
                titleArgument, title, subtitle, body, category, url, at, delay, badge, sound, level, id,
            ]
            guard others.allSatisfy({ $0 == nil }), actions.isEmpty, !keep else {
                throw ValidationError("--collect goes with --wait and --timeout alone.")
            }
            guard timeout == nil || wait else { throw ValidationError("--timeout goes with --wait.") }
            return
        }
        let hasOnlyBadge = badge != nil && [titleArgument, title, subtitle, body].allSatisfy { $0 == nil }
        guard hasOnlyBadge || (titleArgument == nil) != (title == nil) else {
            throw ValidationError("Give the title once: today notify TITLE, or --title. Only --badge N needs none.")
        }
        guard !hasOnlyBadge || (category == nil && actions.isEmpty && !wait && !keep) else {
            throw ValidationError("A badge alone shows nothing to answer; give a title.")
        }
        guard titleArgument != "", title != "" else { throw ValidationError("The title is empty.") }
        guard at == nil || delay == nil else { throw ValidationError("Use --at or --in, not both.") }
        guard timeout == nil || wait else { throw ValidationError("--timeout goes with --wait.") }
        guard (0...999_999).contains(badge ?? 0) else { throw ValidationError("--badge is a number from 0 to 999999.") }
        guard actions.count <= NotificationCategory.defaultContextLimit else {
            throw ValidationError("A notification has at most \(NotificationCategory.defaultContextLimit) actions.")
        }
        guard Set(actions.map(\.action.identifier)).count == actions.count else {
            throw ValidationError("Two actions have the same identifier.")
        }
        guard category == nil || actions.isEmpty else { throw ValidationError("Use --category or --action, not both.") }
    }

    func run(with client: HostClient, in context: CommandContext) async throws {
        if collect == nil, !wait, !keep, category != nil || !actions.isEmpty {
            context.console.printError(
                "Nobody receives the answer to this notification: add --wait to get it, or --keep to collect it later."
            )
        }
        let posted = try await collect == nil ? post(over: client, in: context) : nil
        guard let identifier = collect ?? posted?.identifier else { return }
        guard wait || collect != nil else { return }
        let limit = wait ? timeout.map { Duration.seconds($0.seconds) } : .zero
        let reply = try await client.scriptResponse(
            to: identifier,
            question: posted?.question,
            within: limit,
            isAsker: collect == nil
        )
        switch reply {
        case .answered(let response): context.console.print(response.json.safeText)
        case .gone:
            let none = collect == nil ? "" : "there is no notification with this id, or "
            throw CommandError(
                "Nobody answered \(identifier), and nobody can any more: "
                    + "\(none)it was removed, or its script has ended.",
                status: .unanswered
            )
        case .replaced:
            throw CommandError(
                "Nobody answered \(identifier), and nobody can any more: it was replaced by a later notification.",
                status: .unanswered
            )
        case .waiting: throw CommandError(unanswered(identifier), status: .unanswered)
        }
    }

    private func post(over client: HostClient, in context: CommandContext) async throws -> PostedNotification {
        let posted = try await client.send(PostNotificationRequest(notification(zone: context.zone)))
        if !posted.isAllowed {
            context.console.printError(
                "Held back: Scripts may not notify you, so it is not shown. "
                    + "Allow it with: today settings Scripts --allow"
            )
        }
        guard !wait else { return posted }
        context.print(
            TerminalText.safe(posted.identifier),
            or: ["identifier": posted.identifier, "due": posted.due, "isHeldBack": posted.isAllowed ? nil : true],
            asJSON: json
        )
        if let due = posted.due, !json {
            context.console.printError("It is due on \(context.dates.display(due)). \(context.dates.zoneLine)")
        }
        return posted
    }

    private func unanswered(_ identifier: String) -> String {
        let collecting = "today notify --collect \(identifier)"
        if collect != nil { return "Nobody has answered \(identifier) yet; ask again with: \(collecting)" }
        return keep
            ? "Nobody answered \(identifier) in time; read a later answer with: \(collecting)"
            : "Nobody answered \(identifier) in time, so it offers no actions any more."
    }

    func notification(zone: String) -> ScriptNotification {
        var (trigger, date) = at?.trigger(zone: zone) ?? (.now, nil)
        if let delay { trigger = .timeInterval(delay.seconds) }
        var notification = ScriptNotification(
            identifier: id,
            content: NotificationContent(
                title: .text(titleArgument ?? title ?? ""),
                subtitle: subtitle.map(LocalizableText.text),
                body: body.map(LocalizableText.text),
                badge: badge,
                sound: sound.map(NotificationSound.init(rawValue:)),
                categoryIdentifier: category?.rawValue,
                deepLink: url,
                interruptionLevel: level
            ),
            actions: category?.actions ?? actions.map(\.action),
            trigger: trigger,
            date: date
        )
        if wait, !keep { notification.setAsker() }
        return notification
    }
}

extension NotificationResponse {
    /// The answer for a script.
    var json: JSONValue {
        .members([
            "id": id, "identifier": notification.request.identifier, "action": actionIdentifier, "text": text,
        ])
    }
}
